"""Style and script of the page with a tree: all of it inline, nothing is fetched."""

from noughts.notation import PALETTE
from noughts.notation.svg import FONT


def _colours(at: int) -> str:
    return "".join(f"--{name}:{pair[at]};" for name, pair in PALETTE.items())


STYLE = (
    ":root{color-scheme:light dark;"
    + _colours(0)
    + "}@media screen and (prefers-color-scheme:dark){:root{"
    + _colours(1)
    + f"}}}}body{{font-family:{FONT};"
    + """
line-height:1.45;margin:0 auto;padding:1.5rem;max-width:60rem;
background:var(--paper);color:var(--ink)}
h1{font-size:1.5rem;margin:0 0 .3rem}
p{margin:.2rem 0}
.soft{color:var(--soft)}
.legend{display:flex;flex-wrap:wrap;gap:.3rem 1.1rem;list-style:none;padding:0;margin:.8rem 0}
.tools{display:flex;flex-wrap:wrap;gap:.5rem;margin:.8rem 0}
button{font:inherit;padding:.25rem .8rem;border:1px solid var(--soft);border-radius:6px;
background:var(--board);color:var(--ink);cursor:pointer}
kbd{font:inherit;font-size:.85em;border:1px solid var(--grid);border-radius:4px;padding:0 .3em}
main{overflow-x:auto}
[role=tree],[role=group]{list-style:none;margin:0;padding:0}
[role=group]{margin-left:1.05rem}
[role=treeitem]{outline:none;position:relative}
[role=group]>[role=treeitem]{padding-left:1.1rem}
[role=group]>[role=treeitem]::before{content:"";position:absolute;left:0;top:2.1rem;width:1rem;
border-top:2px solid var(--grid)}
[role=group]>[role=treeitem]::after{content:"";position:absolute;left:0;top:0;bottom:0;
border-left:2px solid var(--grid)}
[role=group]>[role=treeitem]:last-child::after{bottom:auto;height:2.1rem}
[role=group]>.line::before{border-top:4px solid var(--ink);top:2.03rem}
[aria-expanded=false]>[role=group]{display:none}
.row{display:flex;flex-wrap:wrap;align-items:center;gap:.2rem .7rem;padding:.35rem .5rem;
border-radius:8px;border:2px solid transparent;width:fit-content;cursor:default}
.row:hover{background:var(--band)}
[role=treeitem]:focus>.row{border-color:var(--win);background:var(--band)}
.twist{width:1em;text-align:center;color:var(--soft)}
[aria-expanded]>.row{cursor:pointer}
[aria-expanded=true]>.row>.twist::before{content:"\\25BE"}
[aria-expanded=false]>.row>.twist::before{content:"\\25B8"}
.move{min-width:1.6rem;font-size:1.05rem}
.line>.row>.move{font-weight:700}
.pill{font-weight:600;font-size:.9rem;padding:.05rem .6rem;border-radius:1rem;
background:var(--soft);color:var(--on);white-space:nowrap}
.pill.win{background:var(--win)}.pill.draw{background:var(--draw)}.pill.loss{background:var(--loss)}
.layer{font-size:.8rem;font-weight:600;letter-spacing:.03em;color:var(--soft);min-width:3.4rem}
.number{font-size:.8rem;color:var(--soft)}
.notes{font-size:.85rem;color:var(--soft)}
.cut>.row .move{text-decoration:line-through;color:var(--soft)}
svg{display:block}
@media print{body{max-width:none;padding:0;font-size:10pt}.tools,.keys{display:none}
main{overflow:visible}.row{break-inside:avoid;padding:.1rem .3rem}
.pill{background:none!important;color:var(--soft);border:1.5px solid}
.pill.win{color:var(--win)}.pill.draw{color:var(--draw)}.pill.loss{color:var(--loss)}}
"""
)

SCRIPT = """
(() => {
  const tree = document.querySelector('[role=tree]');
  const items = [...tree.querySelectorAll('[role=treeitem]')];
  const folds = items.filter(item => item.hasAttribute('aria-expanded'));
  const isOpen = item => item.getAttribute('aria-expanded') === 'true';
  const set = (item, open) => {
    if (item.hasAttribute('aria-expanded')) item.setAttribute('aria-expanded', open);
  };
  const parent = item => item.parentElement.closest('[role=treeitem]');
  const visible = () => items.filter(item => !item.parentElement.closest('[aria-expanded=false]'));
  let current = items[0];
  const choose = (item, focus = true) => {
    if (!item) return;
    current.tabIndex = -1;
    current = item;
    current.tabIndex = 0;
    if (focus) {
      current.focus({preventScroll: true});
      current.querySelector('.row').scrollIntoView({block: 'nearest'});
    }
  };
  const step = by => {
    const seen = visible();
    choose(seen[seen.indexOf(current) + by]);
  };
  const siblings = item => [...item.parentElement.children];
  const keys = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    ArrowRight: () => {
      if (!current.hasAttribute('aria-expanded')) return;
      if (isOpen(current)) step(1); else set(current, true);
    },
    ArrowLeft: () => { if (isOpen(current)) set(current, false); else choose(parent(current)); },
    Home: () => choose(items[0]),
    End: () => choose(visible().pop()),
    Enter: () => set(current, !isOpen(current)),
    ' ': () => set(current, !isOpen(current)),
    '*': () => siblings(current).forEach(item => set(item, true)),
  };
  tree.addEventListener('keydown', event => {
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    act();
  });
  tree.addEventListener('click', event => {
    const row = event.target.closest('.row');
    if (!row) return;
    choose(row.parentElement);
    set(current, !isOpen(current));
  });
  const open = test => {
    folds.forEach(item => set(item, test(item)));
    choose(visible().includes(current) ? current : items[0], false);
  };
  const doing = {
    all: () => open(() => true),
    none: () => open(item => item === items[0]),
    line: () => open(item => item.classList.contains('line')),
  };
  document.querySelectorAll('button').forEach(button => {
    button.hidden = false;
    button.addEventListener('click', doing[button.dataset.open]);
  });
  doing[tree.dataset.open]();
})();
"""

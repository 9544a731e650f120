"""From the score of a finished game to the whole tree of tic-tac-toe, in a dozen steps.

To add a step, add an entry to STEPS. What is right, why it is, and every figure in a text comes
from `answers.py`, which asks the searches and the census when it is called.
"""

from noughts.practice.steps import answers
from noughts.practice.steps.step import Asks, Step

STEPS = (
    Step(
        title="a finished game has a score",
        board="XOX .O. XO.",
        text="Scores are seen by X: +10 if X has won, -10 if O has won, 0 for a draw.",
        question="What is the score of this game?",
        asks=Asks.SCORE,
        answers=answers.its_score,
        clues=answers.how_it_ended,
    ),
    Step(
        title="one move before the end",
        board="XXO O.X OOX",
        text="A game that is not over has the score that its moves lead to. Here X is to move, "
        "and only one move is left.",
        question="What is the score of this position?",
        asks=Asks.SCORE,
        answers=answers.its_score,
        clues=answers.story_of_minimax,
    ),
    Step(
        title="O takes the smallest",
        board="XXO O.X O.X",
        text="One move earlier, O is to move. X wants a large score, so O wants a small one: of "
        "the scores that O's moves lead to, O takes the smallest. One of the two moves leads to "
        "the position of the last step.",
        question="What is the score of this position?",
        asks=Asks.SCORE,
        answers=answers.its_score,
        clues=answers.story_of_minimax,
    ),
    Step(
        title="X takes the largest",
        board=answers.EXAMPLE,
        text="One more move back, X is to move. Each of the three moves has a score, found as in "
        "the last steps. X takes the largest. That is all of minimax: the largest, the smallest, "
        "the largest, down to the end of the game.",
        question="Which move does X choose?",
        asks=Asks.MOVE,
        answers=answers.best_moves,
        clues=answers.story_of_minimax,
        after="To find that, minimax visited {states} states. A state here is one visit to a "
        "position; trees are counted in them, and there they are called nodes.",
        figures=answers.minimax_states,
    ),
    Step(
        title="the sooner the better",
        board="XX. .O. ..O",
        text="X can win at once, with {quick}. But {slow} wins as well, only later, and both score "
        "{ten}: minimax does not care which. So let depth count: a win at level 1, after one "
        "move, scores {best}, and one less for each level further down.",
        question="What does {slow} score now?",
        asks=Asks.SCORE,
        answers=answers.slow_score,
        clues=answers.slow_line,
        after="Now {quick} with its {best} is the better move, and X does not dawdle.",
        figures=answers.both_scores,
    ),
    Step(
        title="from the first move on",
        board="X.. ... ...",
        text="The same rule decides from the very beginning. X has opened in a corner. Minimax "
        "looks at every continuation to its end and scores the eight replies, again with plain "
        "+10, 0 and -10.",
        question="Which reply does O choose?",
        asks=Asks.MOVE,
        answers=answers.best_moves,
        clues=answers.scores_of_moves,
        refute=answers.where_it_leads,
    ),
    Step(
        title="what need not be looked at",
        board=answers.EXAMPLE,
        text="Back to the three moves. X has looked at {first} and knows: it scores {best}. Now X "
        "looks at {second}. O's first reply to it scores {reply}. O takes the smallest, so "
        "{second} cannot score more than that.",
        question="Need X look at O's other reply?",
        asks=Asks.YES_NO,
        answers=answers.is_searched_whole,
        clues=answers.what_cuts,
        after="This is alpha-beta. Alpha is what X is sure of already, and beta what O is sure "
        "of. Once a position is known to give X no more than alpha, or no less than beta, its "
        "remaining moves are cut.",
        figures=answers.first_reply,
    ),
    Step(
        title="how much is cut",
        board=answers.EXAMPLE,
        text="Minimax visited {states} states here, this one included. Alpha-beta finds the same "
        "move with fewer. Moves are tried in reading order.",
        question="How many states does alpha-beta visit?",
        asks=Asks.NUMBER,
        answers=answers.alphabeta_states,
        clues=answers.count_of_alphabeta,
        figures=answers.minimax_states,
    ),
    Step(
        title="the order of the moves",
        board=answers.TURNED,
        text="The same position, turned. In reading order the winning move, {best}, is now the "
        "second to be tried. While X looks at the first, X is sure of nothing yet. And O's "
        "replies come in another order, too.",
        question="How many states does alpha-beta visit now?",
        asks=Asks.NUMBER,
        answers=answers.alphabeta_states,
        clues=answers.count_of_alphabeta,
        after="Minimax would visit {minimax}. With the likely moves first, those that complete or "
        "stop a line, alpha-beta visits {ordered}.",
        figures=answers.orders_of_moves,
    ),
    Step(
        title="the same position again",
        board="XO. .X. O..",
        text="Different orders of moves lead to the same position. Minimax starts on the empty "
        "board and goes through all orders, each time as if it had never been here.",
        question="How often does it visit this position?",
        asks=Asks.NUMBER,
        answers=answers.visits,
        clues=answers.orders_of_stones,
        after="A search with a memory, a transposition table, keeps what it found and looks "
        "it up. From the empty board it visits {transposition} nodes, {hits} of them answered by "
        "the memory; without it they are {ordered}.",
        figures=answers.with_and_without_memory,
    ),
    Step(
        title="games that end early",
        board=answers.EMPTY,
        text="How large is the whole tree? The empty board is level 0. Level 1 has 9 nodes, level "
        "2 has 9 x 8, and so on: level 5 has {fifth}. But {ended} of these are games that X has "
        "won with the third stone. They have no children; each of the others has 4.",
        question="How many nodes has level 6?",
        asks=Asks.NUMBER,
        answers=answers.nodes_of_level_six,
        clues=answers.games_that_go_on,
        figures=answers.level_five,
    ),
    Step(
        title="the whole tree",
        board=answers.EMPTY,
        text="Here is every level of the tree:\n\n{levels}\n\nThe last level is every game that "
        "fills the board.",
        question="How many nodes has the whole tree?",
        asks=Asks.NUMBER,
        answers=answers.nodes_of_the_tree,
        clues=answers.sum_of_levels,
        after="Minimax has just visited them all. Alpha-beta finds the same with {alphabeta} "
        "nodes, with a good order of moves {ordered}, with a memory {transposition}.",
        figures=answers.the_whole_tree,
    ),
)

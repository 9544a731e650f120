// Every position of a WIDTH x HEIGHT board with K in a row, from the full board back to the empty
// one, 64 positions to a word: the idea of noughts' sweep in C++, to measure the Python against.
//
// A layer holds all positions with the same number of stones. A row of it is a set of occupied
// cells, a bit of a row is a way to share those stones (which of them are the second player's),
// both in the order of their masks as numbers. Two planes of bits say what the positions are worth
// to the side to move: lost, drawn, neither (won), both (the position cannot arise).

#include <immintrin.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <thread>
#include <vector>

using Word = uint64_t;
using Words = std::vector<Word>;
using Tally = std::array<uint64_t, 5>;  // won, drawn, lost; ended by a line, full without one

static int cells;
static std::vector<uint32_t> lines;  // each a mask of cells
static uint64_t choose[65][66];

static int count(Word word) { return __builtin_popcountll(word); }
static uint64_t rows_of(int ply) { return choose[cells][ply]; }
static uint64_t bits_of(int ply) { return choose[ply][ply / 2]; }
static size_t words_of(int ply) { return (bits_of(ply) + 63) / 64; }

static uint64_t next_set(uint64_t mask) {  // the next larger number with as many bits
    uint64_t lowest = mask & -mask, ripple = mask + lowest;
    return mask ? ripple | (mask ^ ripple) / lowest >> 2 : 0;
}

static uint64_t unrank(uint64_t index, int size) {
    uint64_t mask = 0;
    for (int place = size, cell; place > 0; place--) {
        for (cell = place - 1; choose[cell + 1][place] <= index;) cell++;
        index -= choose[cell][place], mask |= 1ull << cell;
    }
    return mask;
}

static void make_lines(int width, int height, int k) {
    for (auto [dx, dy] : {std::pair{1, 0}, {0, 1}, {1, 1}, {-1, 1}})
        for (int cell = 0; cell < cells; cell++) {
            int last_x = cell % width + dx * (k - 1), last_y = cell / width + dy * (k - 1);
            if (last_x < 0 || last_x >= width || last_y >= height) continue;
            lines.push_back(0);
            for (int at = 0; at < k; at++) lines.back() |= 1u << (cell + (dy * width + dx) * at);
        }
}

struct Planes { std::unique_ptr<Word[]> lost, drawn; };

struct Shares {  // by place and word: the second player's stone is there; by word: bits in use
    std::vector<Words> holds;
    Words valid;

    explicit Shares(int ply) : holds(ply, Words(words_of(ply))), valid(words_of(ply)) {
        uint64_t share = (1ull << ply / 2) - 1;
        for (uint64_t bit = 0; bit < bits_of(ply); bit++, share = next_set(share)) {
            valid[bit / 64] |= 1ull << bit % 64;
            for (int at = 0; at < ply; at++) holds[at][bit / 64] |= (share >> at & 1) << bit % 64;
        }
    }
};

// A stone placed with so many stones below it inserts a bit at that place of the share. The bits of
// the child row that have it are the row's children, in order; a piece of them goes from one word
// of the child row to one word of the row.
struct Piece { uint32_t source, target; Word mask; uint64_t turn; };
using Pieces = std::vector<std::vector<Piece>>;

static Pieces cut_pieces(int ply, const Shares& child) {
    Pieces pieces(ply + 1);
    for (int place = 0; place <= ply && ply < cells; place++) {
        uint64_t at = 0;
        for (uint32_t word = 0; word < child.valid.size(); word++) {
            for (Word left = (ply % 2 ? 0 : child.valid[word]) ^ child.holds[place][word]; left;) {
                int room = 64 - at % 64;  // what fits into the target word
                Word mask = room < count(left) ? _pdep_u64((1ull << room) - 1, left) : left;
                pieces[place].push_back({word, uint32_t(at / 64), mask, at % 64});
                at += count(mask), left ^= mask;
            }
        }
    }
    return pieces;
}

// Everything a thread needs to solve rows of one layer.
struct Worker {
    int ply;
    const Shares& shares;
    const Pieces& pieces;
    const Planes &child, &mine;
    size_t words = words_of(ply), child_words = words_of(ply + 1);
    Words won = Words(words), level = won, ended = won, twice = won, barred = won;
    Words some_lost = Words(child_words), some_drawn = some_lost;
    std::vector<Words> held = std::vector<Words>(lines.size(), won);
    std::vector<uint32_t> inside = std::vector<uint32_t>(lines.size());
    Tally tally = {};

    void run(uint64_t row, uint64_t end) {
        for (uint64_t occupied = unrank(row, ply); row < end; occupied = next_set(occupied))
            gather(occupied), judge(occupied), settle(row++);
    }

    void gather(uint64_t occupied) {
        std::fill(won.begin(), won.end(), 0);
        std::fill(level.begin(), level.end(), ply == cells ? ~0ull : 0);
        uint64_t above = 0, below = 0;  // parts of the child row's rank
        for (int cell = 0, place = 0; cell < cells; cell++)
            if (occupied >> cell & 1) above += choose[cell][place++ + 2];
        for (int cell = 0, place = 0; cell < cells; cell++) {
            if (occupied >> cell & 1) {
                above -= choose[cell][place + 2], below += choose[cell][place + 1], place++;
                continue;
            }
            bool fresh = cell == 0 || occupied >> (cell - 1) & 1;
            uint64_t at = (below + choose[cell][place + 1] + above) * child_words;
            put_together(&child.lost[at], some_lost.data(), fresh);
            put_together(&child.drawn[at], some_drawn.data(), fresh);
            // Free cells with no stone between them pick the same bits.
            if (cell + 1 < cells && !(occupied >> (cell + 1) & 1)) continue;
            for (auto [source, target, mask, turn] : pieces[place]) {
                won[target] |= _pext_u64(some_lost[source], mask) << turn;
                level[target] |= _pext_u64(some_drawn[source], mask) << turn;
            }
        }
    }

    void put_together(const Word* __restrict from, Word* __restrict to, bool fresh) {
        if (fresh) std::copy(from, from + child_words, to);
        for (size_t word = 0; !fresh && word < child_words; word++) to[word] |= from[word];
    }

    // Which shares end the game by a line, and which cannot arise: the side to move has a line, or
    // the last mover's lines have no cell in common.
    void judge(uint64_t occupied) {
        for (Words* plane : {&ended, &twice, &barred}) std::fill(plane->begin(), plane->end(), 0);
        uint32_t inner = 0, everywhere = ~0u, once = 0, crossing = 0;
        for (uint32_t line : lines) {
            if ((line & ~occupied) || count(line) > (ply + 1) / 2) continue;
            hold_line(line, occupied, held[inner].data());
            inside[inner++] = line;
            everywhere &= line, crossing |= once & line, once |= line;
        }
        for (size_t word = 0; inner > 1 && !everywhere && word < words; word++) {
            Word scattered = twice[word];
            for (uint32_t left = crossing; left && scattered; left &= left - 1) {
                Word elsewhere = 0;
                for (uint32_t at = 0; at < inner; at++)
                    if (!(inside[at] & left & -left)) elsewhere |= held[at][word];
                scattered &= elsewhere;
            }
            barred[word] |= scattered;
        }
    }

    void hold_line(uint32_t line, uint64_t occupied, Word* __restrict holder) {
        const Word* p[32] = {};  // by place on the line; at least four, a place twice does no harm
        int size = 0;
        for (uint32_t left = line; left; left &= left - 1)
            p[size++] = shares.holds[count(occupied & ((left & -left) - 1))].data();
        for (; size < 4; size++) p[size] = p[0];
        Word *__restrict bar = barred.data(), *__restrict end = ended.data(), *more = twice.data();
        bool first_moved = ply % 2;
        for (size_t word = 0; word < words; word++) {
            Word every = p[0][word] & p[1][word] & p[2][word] & p[3][word];
            Word some = p[0][word] | p[1][word] | p[2][word] | p[3][word];
            for (int at = 4; at < size; at++) every &= p[at][word], some |= p[at][word];
            Word last = holder[word] = first_moved ? ~some : every;
            bar[word] |= first_moved ? every : ~some;
            more[word] |= end[word] & last, end[word] |= last;
        }
    }

    void settle(uint64_t row) {
        Word* __restrict lost = &mine.lost[row * words];
        Word* __restrict drawn = &mine.drawn[row * words];
        uint64_t wins = 0, draws = 0, losses = 0, ends = 0;
        for (size_t word = 0; word < words; word++) {
            Word valid = shares.valid[word], bar = barred[word] & valid;
            Word end = ended[word] & valid & ~bar, going = valid & ~ended[word] & ~bar;
            Word loss = going & ~won[word] & ~level[word], draw = going & ~won[word] & level[word];
            wins += count(going & won[word]), draws += count(draw);
            losses += count(loss), ends += count(end);
            lost[word] = loss | bar | end, drawn[word] = draw | bar;
        }
        tally[0] += wins, tally[2] += losses, tally[3] += ends;
        tally[ply == cells ? 4 : 1] += draws;
    }
};

static std::vector<Tally> sweep(int threads) {
    size_t room = 0;
    for (int ply = 0; ply <= cells; ply++) room = std::max(room, rows_of(ply) * words_of(ply));
    auto plane = [&] { return std::unique_ptr<Word[]>(new Word[room]); };
    Planes even{plane(), plane()}, odd{plane(), plane()};  // by ply, and written anew
    std::vector<Tally> tallies(cells + 1, Tally{});
    Shares child_shares(0);
    for (int ply = cells; ply >= 0; ply--) {
        Pieces pieces = cut_pieces(ply, child_shares);
        Shares shares(ply);
        std::atomic<uint64_t> next{0};
        const uint64_t rows = rows_of(ply), chunk = rows / (threads * 16) + 1;
        std::vector<Worker> workers(threads, Worker{ply, shares, pieces, ply % 2 ? even : odd,
                                                    ply % 2 ? odd : even});
        std::vector<std::thread> crew;
        for (Worker& one : workers)
            crew.emplace_back([&] {
                for (uint64_t row; (row = next.fetch_add(chunk)) < rows;)
                    one.run(row, std::min(row + chunk, rows));
            });
        for (std::thread& thread : crew) thread.join();
        for (Worker& one : workers)
            for (int at = 0; at < 5; at++) tallies[ply][at] += one.tally[at];
        child_shares = std::move(shares);
    }
    return tallies;
}

int main(int argc, char** argv) {
    if (argc < 4) return std::puts("usage: sweep WIDTH HEIGHT K [THREADS [REPEATS]]"), 2;
    int width = std::atoi(argv[1]), height = std::atoi(argv[2]), k = std::atoi(argv[3]);
    int threads = argc > 4 ? std::atoi(argv[4]) : std::max(1u, std::thread::hardware_concurrency());
    cells = width * height;
    for (int n = 0; n < 65; n++)
        for (int j = 0; j < 66; j++)
            choose[n][j] = j == 0 ? 1 : n == 0 ? 0 : choose[n - 1][j - 1] + choose[n - 1][j];
    make_lines(width, height, k);
    std::vector<Tally> tallies;
    double best = 1e9;
    for (int repeat = argc > 5 ? std::atoi(argv[5]) : 1; repeat > 0; repeat--) {
        auto begin = std::chrono::steady_clock::now();
        tallies = sweep(threads);
        std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
        best = std::min(best, taken.count());
    }
    unsigned long long positions = 0;
    for (const Tally& tally : tallies)
        for (int at = 0; at < 5; at++)
            positions += tally[at], std::printf(at < 4 ? "%12llu" : "%12llu\n", 0ull + tally[at]);
    std::printf("%llu positions, %d threads, %.4f s\n", positions, threads, best);
}

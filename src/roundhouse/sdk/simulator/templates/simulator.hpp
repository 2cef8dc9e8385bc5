// The rules of GAME_NAME for C++ (17 or newer): simulator.h with exceptions, vectors and strings. A state is the struct
// State of that header, is copied with `=`, and has its fields; only the functions below change it.
//
//     c++ -O2 -Isim bot.cpp sim/libsimulator.so -Wl,-rpath,'$ORIGIN/sim' -o bot
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "simulator.h"

namespace sim {

using Row = std::array<int64_t, SIM_WIDTH>; // an action

struct Belief {
  std::string layout, form, state;
};

struct Refusal {
  std::string name, field, rule, sentence;
};

struct Result {
  int reason;
  std::string name, sentence;
  std::vector<int> places, points; // of all seats in their order
};

struct Error : std::runtime_error {
  int code; // a number below 0; simulator.h names them
  Error(int code, const char *sentence) : std::runtime_error(sentence), code(code) {}
};

inline int checked(int number) {
  if (number < 0) throw Error(number, sim_error());
  return number;
}

// The state that a belief holds, as a turn brings it. States can be large, so it lies on the heap.
inline std::unique_ptr<State> load(const Belief &belief) {
  auto state = std::make_unique<State>();
  const auto &text = belief.state;
  checked(sim_load(state.get(), belief.layout.c_str(), belief.form.c_str(), text.data(), static_cast<int32_t>(text.size())));
  return state;
}

inline Belief save(const State &state) {
  std::string text(static_cast<size_t>(sim_text_room()), 0);
  text.resize(static_cast<size_t>(checked(sim_save(&state, text.data(), static_cast<int32_t>(text.size())))));
  return {sim_layout(), sim_form(), text};
}

inline std::unique_ptr<State> clone(const State &state) { return std::make_unique<State>(state); }
inline int seats(const State &state) { return checked(sim_seats(&state)); }
inline int round(const State &state) { return checked(sim_round(&state)); }

// The seats that are waited for. A round goes on with tick when there are none any more.
inline std::vector<int> waiting(State &state) {
  std::vector<int> found(SIM_SEATS_MAX);
  found.resize(static_cast<size_t>(checked(sim_waiting(&state, found.data(), SIM_SEATS_MAX))));
  return found;
}

inline bool waited(State &state, int seat) { return checked(sim_waited(&state, seat)) == 1; }

// 0 if the action would be accepted, else the code of the refusal.
inline int check(State &state, int seat, const Row &row) { return checked(sim_check(&state, seat, row.data())); }

inline Refusal refusal(int code) {
  return {sim_refusal_name(code), sim_refusal_field(code), sim_refusal_rule(code), sim_refusal(code)};
}

// Takes an action as a match takes it. Returns 0, or the code of the refusal; then the state is as before, except where a
// refused action counts or costs the seat, as it does in a match.
inline int act(State &state, int seat, const Row &row) { return checked(sim_act(&state, seat, row.data())); }
inline void leave(State &state, int seat, int reason) { checked(sim_leave(&state, seat, reason)); }
inline void tick(State &state) { checked(sim_tick(&state)); }

// Nothing while the match runs.
inline std::optional<Result> result(State &state) {
  std::vector<int32_t> found(2 * SIM_SEATS_MAX);
  int reason = checked(sim_result(&state, found.data()));
  if (reason == 0) return std::nullopt;
  Result made{reason, sim_ending_name(reason), sim_ending(reason), {}, {}};
  for (int n = 0; n < seats(state); n++) {
    made.places.push_back(found[static_cast<size_t>(2 * n)]);
    made.points.push_back(found[static_cast<size_t>(2 * n + 1)]);
  }
  return made;
}

// LEGAL_ACTIONS
inline std::vector<Row> legal(State &state, int seat) {
  std::vector<Row> rows(static_cast<size_t>(checked(sim_legal(&state, seat, nullptr, 0))));
  if (!rows.empty()) checked(sim_legal(&state, seat, rows[0].data(), static_cast<int32_t>(rows.size())));
  return rows;
}

// A legal action drawn from all that the rules allow. The same key and number give the same action.
inline Row random(State &state, int seat, int64_t key, int number = 0) {
  Row row;
  checked(sim_random(&state, seat, key, number, row.data()));
  return row;
}

// Plays on with random actions of all seats. Returns why the match is over, 0 if it still runs.
inline int playout(State &state, int64_t key, int rounds = 1000000) { return checked(sim_playout(&state, key, rounds)); }

// What a seat has: the larger the better it stands.
inline int worth(State &state, int seat) { return checked(sim_worth(&state, seat)); }

// What a seat sees as numbers, for learning; their shape is OBSERVED_SHAPE.
inline std::vector<int32_t> observe(State &state, int seat) {
  std::vector<int32_t> numbers(SIM_OBSERVED);
  checked(sim_observe(&state, seat, numbers.data(), SIM_OBSERVED));
  return numbers;
}

} // namespace sim

/*
 * The rules of GAME_NAME (form FORM, layout LAYOUT), exactly as a server plays them.
 *
 * A state is the struct State below and belongs to you: put it where you like, copy it with `=` or sim_clone, read its
 * fields. All that changes it is here. Compile with the library beside this file:
 *
 *     cc -O2 -Isim bot.c sim/libsimulator.so -Wl,-rpath,'$ORIGIN/sim' -o bot
 *
 * Functions that return a number give one below 0 when something is wrong; sim_error() says what, in words. Whatever a
 * state holds, nothing crashes and nothing runs for ever: garbage leads to such a number. After one the state that was
 * to change is as far as it got, so throw it away. Threads may call at once, each with states of its own: even asking
 * uses places in a state to work on.
 *
// sim: about
 */
#ifndef SIMULATOR_H
#define SIMULATOR_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define SIM_ASSERT(holds, sentence) static_assert(holds, sentence)
extern "C" {
#else
#define SIM_ASSERT(holds, sentence) _Static_assert(holds, sentence)
#endif
#define SIM_PLACE(record, field, offset) SIM_ASSERT(offsetof(record, field) == offset, #record "." #field);

/* Sizes */
enum {
  SIM_WIDTH = WIDTH_OF_ROW,       /* numbers in an action's row */
  SIM_SEATS_MAX = MOST_SEATS,     /* seats are counted from 1 */
  SIM_OBSERVED = NUMBERS_OBSERVED /* numbers in an observation; they have the shape OBSERVED_SHAPE */
};

/* What can be wrong, as sim_ functions return it */
enum {
  SIM_BAD_LAYOUT = -1,  /* the belief is of another version of the rules */
  SIM_BAD_FORM = -2,    /* the belief is of the other form; `roundhouse sim --form` makes a library for it */
  SIM_BAD_TEXT = -3,    /* the text is no base64, no deflated bytes, or torn */
  SIM_BAD_SIZE = -4,    /* the text holds more or fewer bytes than a state has */
  SIM_BAD_SEAT = -5,    /* there is no such seat in the match */
  SIM_BAD_ROOM = -6,    /* what you gave is too small for the answer */
  SIM_BAD_STATE = -7,   /* what you gave is no state */
  SIM_FAULT = -8,       /* the rules found something that has no result; sim_error() names their file and line */
  SIM_ENDLESS = -9,     /* the rules were stopped, because the state made them loop without an end */
  SIM_NOT_WAITED = -10  /* only for a seat that is waited for */
};

/* The constants of the rules */
// sim: constants

/* What a state is made of */
// sim: records

/* Beliefs: the three texts `layout`, `form` and `state` of a turn's `belief`. `length` is that of `text`. */
int32_t sim_load(State *state, const char *layout, const char *form, const char *text, int32_t length);
/* The state as such a text, with a 0 at its end; sim_text_room() characters are always enough. Returns its length. */
int32_t sim_save(const State *state, char *text, int32_t room);
int32_t sim_text_room(void);
const char *sim_layout(void);
const char *sim_form(void);
const char *sim_game(void);
int32_t sim_size(void);

/* The same as *to = *from. */
int32_t sim_clone(State *to, const State *from);

/* How many seats the match has, and which round it is. */
int32_t sim_seats(const State *state);
int32_t sim_round(const State *state);

/* Who is waited for: fills `seats` as far as there is room, and returns how many there are. A round goes on with
 * sim_tick when nobody is waited for any more (or the time is up). */
int32_t sim_waiting(State *state, int32_t *seats, int32_t room);
/* 1 if this seat is waited for, else 0. */
int32_t sim_waited(State *state, int32_t seat);

/* 0 if the action would be accepted, else the code of the refusal; the others put it into words. */
int32_t sim_check(State *state, int32_t seat, const int64_t *row);
const char *sim_refusal(int32_t code);       /* a sentence */
const char *sim_refusal_name(int32_t code);  /* such as "not_owner" */
const char *sim_refusal_field(int32_t code); /* the field of the action that is meant, or "" */
const char *sim_refusal_rule(int32_t code);  /* the id of a rule */

/* Takes an action as a match takes it. 0 if it was accepted, else the code of the refusal; then the state is as before,
 * except where a refused action counts or costs the seat, as it does in a match. */
int32_t sim_act(State *state, int32_t seat, const int64_t *row);
/* A seat leaves, for a reason of the rules. */
int32_t sim_leave(State *state, int32_t seat, int32_t reason);
/* What happens when all have answered or the time is up. */
int32_t sim_tick(State *state);

/* 0 while the match runs, else why it is over. Then places[2 * (seat - 1)] is the place of a seat, 1 for the first, and
 * the number behind it its points. `places` may be NULL. */
int32_t sim_result(State *state, int32_t *places);
const char *sim_ending(int32_t reason);      /* a sentence */
const char *sim_ending_name(int32_t reason); /* such as "won" */

/* LEGAL_ACTIONS
 * Fills `rows` with as many rows as there is room for, and returns how many actions there are: 0 for a seat that is not
 * waited for. `rows` may be NULL. */
int32_t sim_legal(State *state, int32_t seat, int64_t *rows, int32_t room);
/* A legal action drawn from all the rules allow. The same key and number give the same action. */
int32_t sim_random(State *state, int32_t seat, int64_t key, int32_t number, int64_t *row);
/* Plays on with random actions of all seats, to the end or for so many rounds. Returns what sim_result does. */
int32_t sim_playout(State *state, int64_t key, int32_t rounds);

/* What a seat has, as a number that is larger the better it stands; 0 in a game that counts nothing. */
int32_t sim_worth(State *state, int32_t seat);
/* What a seat sees as numbers, for learning. Returns SIM_OBSERVED, which is 0 where there is no such thing. */
int32_t sim_observe(State *state, int32_t seat, int32_t *numbers, int32_t room);

/* What was wrong with this thread's last call that returned less than 0. */
const char *sim_error(void);

#ifdef __cplusplus
}
#endif
#endif

// SPDX-License-Identifier: MIT
/*
 * world.h: a match as one viewer imagines it.
 *
 * A world is made from a view alone: what the viewer knows is as it is, everything else is dealt
 * anew among the places it may be in. It respects the number of cards in every place, every card
 * that the viewer knows there, and the faces that a hand is known to lack. In a world one can go
 * on playing, to see how it may end; nothing of the real match is in it but what the view says.
 */
#ifndef HC_TABLE_WORLD_H
#define HC_TABLE_WORLD_H

#include "core/dice.h"
#include "holecard.h"

struct hc_world;

size_t hc_world_bytes(void);
/* Two calls with the same view and the same dice imagine the same. A view from outside must be
 * sound (sound.h). */
void hc_world_imagine(struct hc_world *world, const struct hc_view *view, struct hc_dice *dice);
/* The same world once more. */
void hc_world_copy(struct hc_world *to, const struct hc_world *from);
/* Who acts next; HC_HOUSE when the round is over, HC_NONE when the match is. */
unsigned hc_world_awaits(const struct hc_world *world);
void hc_world_actions(const struct hc_world *world, unsigned seat, struct hc_actions *actions);
/* How good a command of `seat` looks by the game's rule of thumb, from what that seat may know. */
int32_t hc_world_worth(const struct hc_world *world, unsigned seat,
                       const struct hc_command *command);
/* The same by the game's few plain rules. */
int32_t hc_world_plain(const struct hc_world *world, unsigned seat,
                       const struct hc_command *command);
/* False if the command is refused; then nothing changed. */
bool hc_world_play(struct hc_world *world, unsigned seat, const struct hc_command *command);
/* Who won the round, as a mask of seats; 0 while it is not over or if nobody did. */
unsigned hc_world_winners(const struct hc_world *world);
/* How many cards a seat holds. */
unsigned hc_world_hand(const struct hc_world *world, unsigned seat);

#endif

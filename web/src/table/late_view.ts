// SPDX-License-Identifier: MIT
// late_view.ts: a table that is watched late. The house then gives the views of all seats, as they were some turns ago.
import type { View } from "../messages";

/** All of these views as one: every hand as its own seat saw it, and nothing to do. */
export function openView(late: View[]): View | null {
    const first = late[0];
    if (!first) return null;
    const hands = late.map((view, seat) => view.hands[seat] ?? { count: 0 });
    return { ...first, seat: null, hands, actions: [], marked: [] } as unknown as View;
}

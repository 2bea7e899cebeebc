// SPDX-License-Identifier: MIT
// friends_part.tsx: a part of a page that only tables between friends have (friends_parts.tsx), loaded when there is one.
import { useEffect, useState } from "preact/hooks";

type Parts = typeof import("./friends_parts");

let loaded: Parts | null = null;

interface PartProps {
    part: keyof Parts;
    code: string;
    /** Is called when the person has chosen what the part offers. */
    onDone?: () => void;
}

export function FriendsPart({ part, code, onDone }: PartProps) {
    const [, draw] = useState({});
    useEffect(() => {
        let shown = true;
        /* If it cannot be loaded, the page does without: whatever it says, the table itself could be loaded. */
        import("./friends_parts").then(
            (parts) => {
                loaded = parts;
                if (shown) draw({});
            },
            () => {},
        );
        return () => {
            shown = false;
        };
    }, []);
    const Part = loaded?.[part];
    return Part ? <Part code={code} onDone={onDone} /> : null;
}

// SPDX-License-Identifier: MIT
/* icons.tsx: small drawings for controls, in a square of 24. The control around one has the words. */
import type { JSX } from "preact";

const ICONS = {
    play: <path class="solid" d="M8 5.5v13l10.5-6.5z" />,
    pause: <path d="M8.5 6v12M15.5 6v12" />,
    next: <path d="M9 6l6 6-6 6" />,
    previous: <path d="M15 6l-6 6 6 6" />,
    first: <path d="M18 6l-6 6 6 6M7 6v12" />,
    last: <path d="M6 6l6 6-6 6M17 6v12" />,
    eye: (
        <>
            <path d="M2.5 12C5 7.5 8.2 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.7 6.5-9.5 6.5S5 16.5 2.5 12z" />
            <circle cx="12" cy="12" r="2.8" />
        </>
    ),
    link: (
        <path d="M10 14a4 4 0 0 0 5.7 0l3.5-3.5a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.5 3.5a4 4 0 0 0 5.7 5.7l1.5-1.5" />
    ),
    copy: <path d="M9 9h10v11H9zM15 9V4H5v11h4" />,
    check: <path d="M5 12.5l4.5 4.5L19 7" />,
    cross: <path d="M6 6l12 12M18 6L6 18" />,
    plus: <path d="M12 5v14M5 12h14" />,
    search: (
        <>
            <circle cx="10.5" cy="10.5" r="6" />
            <path d="M15 15l5.5 5.5" />
        </>
    ),
    sound: (
        <path d="M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.5 4.5 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11" />
    ),
    mute: <path d="M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5" />,
    chat: <path d="M4 5.5h16v11H11l-4.5 4v-4H4z" />,
    bot: <path d="M5.5 9h13v9.5h-13zM12 9V5M9.5 13v1.5M14.5 13v1.5M2.5 12.5v3M21.5 12.5v3" />,
    person: (
        <path d="M12 4.5a3.8 3.8 0 1 1 0 7.6 3.8 3.8 0 0 1 0-7.6zM4.5 20c.6-4 3.4-5.8 7.5-5.8s6.9 1.8 7.5 5.8" />
    ),
    people: (
        <path d="M9 5a3.4 3.4 0 1 1 0 6.8A3.4 3.4 0 0 1 9 5zM2.5 19.5c.5-3.6 2.9-5.2 6.5-5.2s6 1.6 6.5 5.2M15.5 5.2a3.4 3.4 0 0 1 0 6.4M17.8 14.7c2 .8 3.3 2.4 3.7 4.8" />
    ),
    hint: (
        <path d="M9 17.5h6M10 20.5h4M12 3.5a6 6 0 0 0-3.5 10.9c.6.5 1 1.3 1 2.1v1h5v-1c0-.8.4-1.6 1-2.1A6 6 0 0 0 12 3.5z" />
    ),
    book: (
        <path d="M12 6.5C10 5 7 4.5 3.5 4.5v14c3.5 0 6.5.5 8.5 2 2-1.5 5-2 8.5-2v-14c-3.5 0-6.5.5-8.5 2zM12 6.5v14" />
    ),
    clock: (
        <>
            <circle cx="12" cy="12" r="8.5" />
            <path d="M12 7v5.5l3.5 2" />
        </>
    ),
    menu: <path d="M4 7h16M4 12h16M4 17h16" />,
    sun: (
        <path d="M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4" />
    ),
    moon: <path d="M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z" />,
    gear: <path d="M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5" />,
    shield: (
        <path d="M12 3.5c2.5 2 5 2.8 8 2.8v5c0 4.7-3 8-8 10-5-2-8-5.3-8-10v-5c3 0 5.5-.8 8-2.8zM8.5 12l2.5 2.5 4.5-5" />
    ),
    share: <path d="M12 15V4M7.5 8L12 3.5 16.5 8M5 12.5V20h14v-7.5" />,
    crown: <path d="M4.5 18.5L3 8l5 3.5L12 5l4 6.5L21 8l-1.5 10.5z" />,
    bell: <path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4" />,
    chart: <path d="M4 4.5V19.5h16M8 15l4-5 3 3 5-6.5" />,
    turning: <path d="M20 12a8 8 0 1 1-2.6-5.9M20.5 3v4.5H16" />,
    download: <path d="M12 4v11M7.5 11L12 15.5 16.5 11M5 20h14" />,
    down: <path d="M6 9.5l6 6 6-6" />,
} satisfies Record<string, JSX.Element>;

export type IconName = keyof typeof ICONS;

export function Icon(props: { name: IconName }): JSX.Element {
    return (
        <svg class="icon-drawing" viewBox="0 0 24 24" aria-hidden="true">
            {ICONS[props.name]}
        </svg>
    );
}

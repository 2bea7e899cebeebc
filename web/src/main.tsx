// SPDX-License-Identifier: MIT
// main.tsx: where the page starts.
import { render } from "preact";

const app = document.getElementById("app");
if (app) render(<h1>Holecard</h1>, app);

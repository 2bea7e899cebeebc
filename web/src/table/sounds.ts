// SPDX-License-Identifier: MIT
// sounds.ts: soft sounds of paper, made by code. Nothing is heard until a person asks for sounds.
import { preference } from "../device";

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

function rustle(audio: AudioContext): AudioBuffer {
    if (noise) return noise;
    noise = audio.createBuffer(1, audio.sampleRate / 4, audio.sampleRate);
    const samples = noise.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
    return noise;
}

function paper(audio: AudioContext, at: number, pitch: number, length: number, loud: number): void {
    const source = audio.createBufferSource();
    source.buffer = rustle(audio);
    const filter = audio.createBiquadFilter();
    filter.type = "bandpass";
    filter.frequency.setValueAtTime(pitch * 1.6, at);
    filter.frequency.exponentialRampToValueAtTime(pitch, at + length);
    filter.Q.value = 0.8;
    const gain = audio.createGain();
    gain.gain.setValueAtTime(0.0001, at);
    gain.gain.exponentialRampToValueAtTime(loud, at + 0.008);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
    source.connect(filter).connect(gain).connect(audio.destination);
    source.start(at);
    source.stop(at + length);
}

function tone(audio: AudioContext, at: number, pitch: number, length: number): void {
    const source = audio.createOscillator();
    source.type = "sine";
    source.frequency.value = pitch;
    const gain = audio.createGain();
    gain.gain.setValueAtTime(0.0001, at);
    gain.gain.exponentialRampToValueAtTime(0.05, at + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
    source.connect(gain).connect(audio.destination);
    source.start(at);
    source.stop(at + length);
}

export type Sound = "lay" | "draw" | "turn" | "win";

export function playSound(sound: Sound, delay_ms = 0): void {
    if (!preference("sound") || typeof AudioContext === "undefined") return;
    /* Browsers let no page be heard before a person has touched it. */
    if (navigator.userActivation?.hasBeenActive === false) return;
    context ??= new AudioContext();
    const audio = context;
    if (audio.state === "running") make(audio, sound, delay_ms);
    else
        audio.resume().then(
            () => make(audio, sound, delay_ms),
            () => {},
        );
}

function make(audio: AudioContext, sound: Sound, delay_ms: number): void {
    const at = audio.currentTime + delay_ms / 1000;
    switch (sound) {
        case "lay":
            paper(audio, at, 1500, 0.11, 0.16);
            return;
        case "draw":
            paper(audio, at, 2600, 0.14, 0.08);
            return;
        case "turn":
            tone(audio, at, 587, 0.25);
            tone(audio, at + 0.12, 784, 0.35);
            return;
        case "win":
            for (const [i, pitch] of [523, 659, 784, 1047].entries())
                tone(audio, at + i * 0.11, pitch, 0.4);
    }
}

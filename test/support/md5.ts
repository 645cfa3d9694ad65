/**
 * MD5 as RFC 1321 describes it, on its own: what a signature is checked against, so that the check does not
 * share the code that made it.
 */
const SHIFTS = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
] as const;

const SINES = Uint32Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32));

export function md5Hex(bytes: Uint8Array): string {
  const message = padded(bytes);
  const state = Uint32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);
  for (let offset = 0; offset < message.byteLength; offset += 64) {
    const block = Uint32Array.from({ length: 16 }, (_, word) => message.getUint32(offset + word * 4, true));
    mix(state, block);
  }
  const digest = new DataView(new ArrayBuffer(16));
  state.forEach((word, i) => digest.setUint32(i * 4, word, true));
  return Buffer.from(digest.buffer).toString('hex');
}

/** A one bit, zeros up to 8 bytes below a whole block, then the length in bits. */
function padded(bytes: Uint8Array): DataView {
  const whole = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setBigUint64(whole.length - 8, BigInt(bytes.length) * 8n, true);
  return view;
}

function mix(state: Uint32Array, block: Uint32Array): void {
  let [a, b, c, d] = [at(state, 0), at(state, 1), at(state, 2), at(state, 3)];
  for (let step = 0; step < 64; step++) {
    const round = step >> 4;
    const sum = a + scramble(round, b, c, d) + at(SINES, step) + at(block, wordOf(round, step));
    const shift = SHIFTS[round]?.[step % 4] ?? 0;
    const turned = (sum << shift) | ((sum >>> 0) >>> (32 - shift));
    [a, d, c, b] = [d, c, b, (b + turned) >>> 0];
  }
  [a, b, c, d].forEach((word, i) => (state[i] = at(state, i) + word));
}

function scramble(round: number, b: number, c: number, d: number): number {
  if (round === 0) return (b & c) | (~b & d);
  if (round === 1) return (b & d) | (c & ~d);
  if (round === 2) return b ^ c ^ d;
  return c ^ (b | ~d);
}

function wordOf(round: number, step: number): number {
  const order = [step, 5 * step + 1, 3 * step + 5, 7 * step];
  return (order[round] ?? 0) % 16;
}

function at(words: Uint32Array, i: number): number {
  return words[i] ?? 0;
}

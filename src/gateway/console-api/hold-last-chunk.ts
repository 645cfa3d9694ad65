/**
 * Passes pieces on, each when the next one is there. Where the source fails only at its end, as a damaged content
 * does, the last piece is missing, and whoever receives it knows by the length that it is not whole.
 */
export async function* holdLastChunk<Piece>(pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  let held: { piece: Piece } | null = null;
  for await (const piece of pieces) {
    if (held !== null) yield held.piece;
    held = { piece };
  }
  if (held !== null) yield held.piece;
}

/**
 * What a file of an archive is called here: it is named by one of our languages or by our prefix, and is no program and
 * no setting of anything. So no archive puts a file in the place of one that is not an export.
 */
export function exportedName(
  name: string,
  { language, prefix, partial }: { language: string | null; prefix: string; partial: boolean },
): string {
  // What tells no language may come under the same name with the other languages.
  const isOurs = language !== null || (!partial && name.startsWith(prefix));
  const named = isOurs ? name : `${prefix}-${name}`;
  return /\.(ini|txt|zip)$/i.test(named) ? named : `${named}.txt`;
}

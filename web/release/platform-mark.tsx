const marks: Readonly<Record<string, string>> = {
  x: 'X',
  threads: '@',
  instagram: 'Ig',
  facebook: 'f',
  tiktok: 'Tt',
  youtube: '▶',
  linkedin: 'in',
};

/** A sign by which an account of a platform is found; its name stands beside it. */
export function PlatformMark({ platform }: { platform: string }) {
  const name = platform.toLowerCase();
  const mark = Object.hasOwn(marks, name) ? marks[name] : name.charAt(0).toUpperCase();
  return (
    <span class="platform-mark" aria-hidden="true">
      {mark}
    </span>
  );
}

/** From left to right in any language, as it is typed. */
export function ReleaseTitle({ project, name }: { project: string; name: string }) {
  return (
    <bdi dir="ltr">
      <bdi class="project">{project}</bdi> <bdi class="name">{name}</bdi>
    </bdi>
  );
}

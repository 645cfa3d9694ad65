import { bringGoTool } from '../support/go-tool';

/** Set where there is the tool that renders and checks manifests: its path. */
export const RENDER_MANIFESTS_VARIABLE = 'LOCRELEASE_TEST_RENDER_MANIFESTS';

export const bringRenderManifests = (): Promise<void> =>
  bringGoTool({
    program: 'locrelease/tools/render-manifests',
    title: 'tool that renders and checks Kubernetes manifests',
    takes: '4 minutes',
    variable: RENDER_MANIFESTS_VARIABLE,
    harmlessOption: '--help',
    tests: 'tests of the Kubernetes manifests',
  });

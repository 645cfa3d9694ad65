/** Signed proofs of operators' statements, for requests here and for commands that use Temporal directly. */
import { NotThere } from '../client/errors';
import type { Config } from '../config/config';
import { mayAct, type Role } from '../domain/roles';
import type { OperatorProof } from '../domain/release/release-input';
import { proofOf, type Statement } from '../localization/operator-proof';
import { refusal } from '../operations/failure';
import { proofRequest, provenSpeaker } from '../protocol/proof-request';
import { apiRoute } from './api-route';
import { userOf } from './console-api/guard';
import type { WhoIs } from './operation-routes';

type Projects = Pick<Config, 'project' | 'projectNames'>;

const roleFor: Readonly<Record<Statement['what'], Role>> = { start: 'operate', confirm: 'review' };

/** The session or token has already authenticated the operator. */
export function provenBy(config: Projects): WhoIs {
  return (by) => ({
    name: () => by,
    prove: (request) => Promise.resolve({ by, ...proven(config, { ...request, by }) }),
  });
}

/** Empty for a project whose secret is not configured here. */
function proven(config: Projects, statement: Statement): { proof?: OperatorProof } {
  const { project } = statement.release;
  if (!config.projectNames.includes(project)) return {};
  return { proof: proofOf(config.project(project).appSecret, statement, Date.now()) };
}

export function proofRoutes(config: Projects) {
  return {
    prove: apiRoute({
      summary: 'Get proof that an operator says something, for a command that talks to Temporal itself',
      role: 'review',
      input: proofRequest,
      output: provenSpeaker,
      handle: (request, _reply, asked) => {
        const { name, role } = userOf(request);
        const needed = roleFor[asked.what];
        if (!mayAct(role, needed))
          throw refusal(403, 'role', `This needs the role ${needed}. ${name} has the role ${role}.`);
        const { proof } = proven(config, { ...asked, by: name });
        if (proof !== undefined) return { by: name, proof };
        throw new NotThere(`The gateway does not know the project ${asked.release.project}.`);
      },
    }),
  };
}

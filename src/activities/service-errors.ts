/** Counts failed calls to the services, for whoever watches the workers. */
import { Registry } from 'prom-client';
import { counterFromZero } from '../health/counter';
import { failureKinds, serviceNames, type ServiceError, type ServiceName } from '../http/service-error';
import { localizationRemedies } from '../localization/remedies';
import { socialRemedies } from '../social/remedies';

/** What our own code of a worker counts; the SDK shows what it counts itself. */
export const workerRegistry = new Registry();

const remedies = { localization: localizationRemedies, social: socialRemedies };

/** Whatever a service says is one of these: a label of a metric must not have as many values as others can think of. */
const codes: Readonly<Record<ServiceName, ReadonlySet<string>>> = {
  localization: codesOf('localization'),
  social: codesOf('social'),
};

function codesOf(service: ServiceName): ReadonlySet<string> {
  const documented = remedies[service].map(({ code }) => String(code));
  return new Set([...documented, '401', '403', '4xx', '5xx', 'other', ...failureKinds]);
}

const count = counterFromZero({
  name: 'locrelease_service_errors_total',
  help: 'Failed calls to a service',
  series: serviceNames.flatMap((service) => [...codes[service]].map((code) => ({ service, code }))),
  registry: workerRegistry,
});

export function countServiceError(error: ServiceError): void {
  count({ service: error.service, code: countedCode(error) });
}

/** A documented code, or else what the HTTP status says, or else the kind of the failure. */
export function countedCode({ service, code, kind, httpStatus }: ServiceError): string {
  if (code !== null && codes[service].has(String(code))) return String(code);
  if (kind !== 'refused') return kind;
  const status = typeof code === 'number' && code >= 400 && code < 600 ? code : httpStatus;
  if (status === 401 || status === 403) return String(status);
  if (status === null || status < 400) return 'other';
  return status < 500 ? '4xx' : '5xx';
}

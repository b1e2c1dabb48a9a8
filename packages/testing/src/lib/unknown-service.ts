import { type MailServiceId, mailServices } from '../mail/index.ts'
import { type ServiceId, services } from '../services.ts'
import type { LabError } from './lab-error.ts'
import { didYouMean, misuse, shown } from './misuse.ts'

/** Whether the catalogue has such a service that people sign in with. */
export function isServiceId(id: unknown): id is ServiceId {
  return typeof id === 'string' && Object.hasOwn(services, id)
}

/** Whether the catalogue has such a mail service. */
export function isMailServiceId(id: unknown): id is MailServiceId {
  return typeof id === 'string' && Object.hasOwn(mailServices, id)
}

/**
 * The error for an id that no service to sign in with has.
 *
 * @param own - ids of the services that the test described
 */
export function unknownService(id: unknown, own: readonly string[] = []): LabError {
  if (isMailServiceId(id)) {
    return misuse(id, `"${id}" is a mail service: its emulator is \`lab.mailService('${id}')\`.`)
  }
  const hint = typeof id === 'string' ? didYouMean(id, [...own, ...Object.keys(services)]) : ''
  return misuse(
    String(id),
    `The lab has no service ${shown(id)}.${hint} The ids are those of the providers; a service of the test's own is given to \`lab.service\` first, and mail services are at \`lab.mailService\`.`,
  )
}

/** The error for an id that no mail service has. */
export function unknownMailService(id: unknown): LabError {
  if (isServiceId(id)) {
    return misuse(id, `"${id}" is not a mail service: its emulator is \`lab.provider('${id}')\`.`)
  }
  const ids = Object.keys(mailServices)
  const hint = typeof id === 'string' ? didYouMean(id, ids) : ''
  return misuse(
    String(id),
    `The lab has no mail service ${shown(id)}.${hint} There are ${ids.join(', ')}.`,
  )
}

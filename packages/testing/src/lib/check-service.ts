import type { Service } from '../service.ts'
import { isWebAddress, misuse, shown } from './misuse.ts'
import { isObject } from './values.ts'
import { isServiceId } from './unknown-service.ts'

type Members = Readonly<Record<string, unknown>>

/** URLs as keys, which are compared without query. */
function checkKeys(id: string, member: string, table: unknown): void {
  for (const key of Object.keys(isObject(table) ? table : {})) {
    if (!isWebAddress(key) || /[?#]/.test(key)) {
      throw misuse(
        id,
        `The keys of \`${member}\` are absolute addresses without query, and one is "${key}".`,
      )
    }
  }
}

function checkEndpoint(id: string, service: Members, member: string): void {
  const rules = service[member]
  const url = isObject(rules) ? rules['url'] : undefined
  if (isWebAddress(url)) return
  throw misuse(
    id,
    `The service "${id}" needs the absolute address of its ${member} endpoint in \`${member}.url\`, and it is ${shown(url)}.`,
  )
}

function requireId(service: Members): string {
  const { id } = service
  // The id is a segment of the paths on a port.
  if (typeof id === 'string' && /^[\w.-]+$/.test(id)) return id
  throw misuse(
    String(id),
    `A service needs an \`id\` of letters, digits, "-", "_" and ".", and this is ${shown(id)}.`,
  )
}

/**
 * Checks the data of a service for mistakes that would otherwise cause other errors later.
 *
 * @throws LabError with the member
 */
export function checkService(given: Service): void {
  const service: unknown = given
  if (!isObject(service)) {
    const hint = isServiceId(service)
      ? ` That of the catalogue is \`lab.provider('${service}')\`.`
      : ''
    throw misuse(
      String(service),
      `A service of the test's own is given as data, and this is ${shown(service)}.${hint}`,
    )
  }
  const id = requireId(service)
  checkEndpoint(id, service, 'authorization')
  checkEndpoint(id, service, 'token')
  if (service['protocol'] === 'oidc' && !isWebAddress(service['issuer'])) {
    throw misuse(
      id,
      `The service "${id}" is of the protocol "oidc", and needs its \`issuer\`: the discovery document is under it.`,
    )
  }
  checkKeys(id, 'resources', service['resources'])
  checkKeys(id, 'endpoints', service['endpoints'])
  const { persons } = service
  for (const who of ['documented', 'minimal']) {
    if (!isObject(persons) || !isObject(persons[who])) {
      throw misuse(
        id,
        `The service "${id}" needs \`persons.${who}\`: what it says about a person, as \`claims\` or \`answers\`.`,
      )
    }
  }
}

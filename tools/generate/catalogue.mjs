import { Failure } from '../run.mjs'
import { modulesIn, PROVIDERS } from './modules.mjs'

const SERVICES = 'packages/testing/src/services'

/** @type {(id: string) => string} a key of an object literal */
const quoteKey = (id) => (/^[a-z]\w*$/i.test(id) ? id : `'${id}'`)

/** @type {(ids: readonly string[]) => string} */
const render = (ids) => `// Written by tools/generate from the names of the files in services.
import type { Service } from './service.ts'

/** Id of a service of the catalogue: that of its provider. */
export type ServiceId =
${ids.map((id) => `  | '${id}'`).join('\n')}

/** The catalogue: the data of every service, loaded when it is asked for. */
export const services: Readonly<Record<ServiceId, () => Promise<{ readonly service: Service }>>> = {
${ids.map((id) => `  ${quoteKey(id)}: () => import('./services/${id}.ts'),`).join('\n')}
}
`

/**
 * The catalogue of `@latchstring/testing`.
 *
 * @type {() => import('./modules.mjs').Files}
 */
export function generateCatalogue() {
  const ids = modulesIn(SERVICES)
  const providers = new Set(modulesIn(PROVIDERS))
  const without = ids.filter((id) => !providers.has(id))
  if (without.length > 0) {
    throw new Failure(
      `The services ${without.join(', ')} (${SERVICES}) have no provider: name each as its module in ${PROVIDERS}.`,
    )
  }
  return new Map([[`${SERVICES}.ts`, render(ids)]])
}

import type { MailServiceId, MailTwin, MailTwinSettings } from '../mail/index.ts'
import type { Service } from '../service.ts'
import { type ServiceId, services } from '../services.ts'
import { createSigningKeys } from './keys.ts'
import type { LabServer, ListenOptions } from './port/listen.ts'
import { createTwin, type Twin, type TwinSettings } from './twin.ts'

/** Options of {@link createLab}. */
export interface LabOptions {
  /** The present, in milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: () => number
}

/** The services people sign in with, as twins that live in this process. */
export interface Lab {
  /**
   * The twin of a service of the catalogue; asked for again, it is the same one.
   *
   * @param id - of the provider
   */
  readonly provider: (id: ServiceId, settings?: TwinSettings) => Promise<Twin>
  /** A new twin of a service described by the test. It takes the place of one with the same id. */
  readonly service: (service: Service, settings?: TwinSettings) => Promise<Twin>
  /**
   * A new twin of a mail service of the catalogue.
   *
   * @param id - of the provider
   */
  readonly mailService: (id: MailServiceId, settings?: MailTwinSettings) => Promise<MailTwin>
  /** Puts all services with OAuth on a port of this machine, for browsers and for applications in other processes. */
  readonly listen: (options?: ListenOptions) => Promise<LabServer>
}

function isServiceId(id: string): id is ServiceId {
  return Object.hasOwn(services, id)
}

/**
 * Makes a lab: a place where sign-ins with real services happen without the services and without a network.
 *
 * @example
 * ```ts
 * import { createAuth } from '@latchstring/core'
 * import GitHub from '@latchstring/core/providers/github'
 * import { createLab } from '@latchstring/testing'
 *
 * const github = await createLab().provider('github')
 * export const auth = createAuth({ providers: [GitHub(github.options)] })
 * ```
 */
export function createLab({ now = Date.now }: LabOptions = {}): Lab {
  const keys = createSigningKeys()
  const twins = new Map<string, Promise<Twin>>()

  function add(id: string, twin: Promise<Twin>): Promise<Twin> {
    twins.set(id, twin)
    return twin
  }

  async function load(id: ServiceId, settings?: TwinSettings): Promise<Twin> {
    const { service } = await services[id]()
    return createTwin(service, { keys, now }, settings)
  }

  const provider: Lab['provider'] = (id, settings) => twins.get(id) ?? add(id, load(id, settings))

  const find = async (id: string): Promise<Twin | undefined> =>
    isServiceId(id) ? provider(id) : twins.get(id)

  return {
    provider,
    async mailService(id, settings) {
      const mail = await import('../mail/index.ts')
      return mail.createMailTwin(mail.mailServices[id], settings)
    },
    async listen(options = {}) {
      // Only here, so that the lab itself needs nothing of Node.js.
      const port = await import('./port/listen.ts')
      return port.listen(find, options)
    },
    service: (service, settings) => add(service.id, createTwin(service, { keys, now }, settings)),
  }
}

import {
  createMailEmulator,
  type MailServiceId,
  mailServices,
  type MailEmulator,
  type MailEmulatorSettings,
} from '../mail/index.ts'
import type { Service } from '../service.ts'
import { type ServiceId, services } from '../services.ts'
import { checkService } from './check-service.ts'
import { createSigningKeys } from './keys.ts'
import { checkMembers, misuse, shown } from './misuse.ts'
import { createMishaps } from './port/mishaps.ts'
import type { LabServer, ListenOptions } from './port/listen.ts'
import { createEmulator, type Emulator } from './emulator.ts'
import type { EmulatorSettings } from './emulator-arguments.ts'
import { readRedirectUris } from './emulator-arguments.ts'
import {
  isMailServiceId,
  isServiceId,
  unknownMailService,
  unknownService,
} from './unknown-service.ts'

/** Options of {@link createLab}. */
export interface LabOptions {
  /** The present, in milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: () => number
}

/** The services people sign in with, as emulators that live in this process. */
export interface Lab {
  /**
   * Returns the emulator of a service of the catalogue, always the same one.
   *
   * @param id - of the provider
   * @param settings - apply from now on, also to an existing emulator. Default: unchanged
   * @throws LabError when the catalogue has no such service, or the settings are none; the message says what is meant
   */
  readonly provider: (id: ServiceId, settings?: EmulatorSettings) => Promise<Emulator>
  /**
   * Creates an emulator of a custom service. It replaces one with the same id.
   *
   * @throws LabError when the description lacks something
   */
  readonly service: (service: Service, settings?: EmulatorSettings) => Promise<Emulator>
  /**
   * Creates an emulator of a mail service of the catalogue.
   *
   * @param id - of the provider
   * @throws LabError when the catalogue has no such mail service
   */
  readonly mailService: (
    id: MailServiceId,
    settings?: MailEmulatorSettings,
  ) => Promise<MailEmulator>
  /**
   * Serves all sign-in services on a port of this machine, for browsers and for applications in other processes.
   *
   * @throws LabError when the port is none
   * @throws Error when another program has the port
   */
  readonly listen: (options?: ListenOptions) => Promise<LabServer>
}

function checkListenOptions(options: ListenOptions): void {
  checkMembers(options, { where: '`listen`', names: ['development', 'port', 'workspace'] })
  const development: unknown = options.development ?? false
  if (typeof development !== 'boolean') {
    throw misuse(
      '',
      `\`development\` of \`listen\` is true or false, and this is ${shown(development)}.`,
    )
  }
  const workspace: unknown = options.workspace ?? 'https://{port}.example'
  if (typeof workspace !== 'string' || !/^https:\/\/[\w.-]*\{port\}[\w.-]+$/.test(workspace)) {
    throw misuse(
      '',
      `\`workspace\` of \`listen\` is an address such as https://octocat-{port}.app.github.dev, and this is ${shown(workspace)}.`,
    )
  }
  const port: unknown = options.port ?? 0
  if (typeof port === 'number' && Number.isInteger(port) && port >= 0 && port < 65_536) return
  throw misuse(
    '',
    `\`port\` of \`listen\` is a number from 0 to 65535, and this is ${shown(port)}.`,
  )
}

/** Checks that a value is a time in milliseconds. */
function requireTime(time: unknown): number {
  if (typeof time === 'number' && Number.isFinite(time)) return time
  const hint = 'such as `Date.now()` does, and'
  throw misuse('', `\`now\` gives milliseconds since the epoch, ${hint} it gave ${shown(time)}.`)
}

/** An emulator and the redirect URIs that are registered there. */
interface Kept {
  readonly emulator: Promise<Emulator>
  readonly redirectUris: Set<string>
}

/**
 * Creates a lab: emulators of real services for sign-ins without these services and without a network.
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
export function createLab(options: LabOptions = {}): Lab {
  checkMembers(options, { where: '`createLab`', names: ['now'] })
  const { now = Date.now } = options
  if (typeof now !== 'function') {
    throw misuse(
      '',
      '`now` is a function that says the present, such as `() => Date.now() + 60_000`.',
    )
  }
  const keys = createSigningKeys()
  const present = (): number => requireTime(now())
  const mishaps = createMishaps()
  const emulators = new Map<string, Kept>()

  function add(
    id: string,
    load: () => Promise<Service>,
    uris: readonly string[],
  ): Promise<Emulator> {
    const redirectUris = new Set(uris)
    const clock = (): number => present() + mishaps.shift(id)
    const emulator = load().then((service) =>
      createEmulator(service, { keys, now: clock }, redirectUris),
    )
    emulators.set(id, { emulator, redirectUris })
    return emulator
  }

  async function find(id: string, settings?: EmulatorSettings): Promise<Emulator> {
    const uris = settings && readRedirectUris(id, settings)
    const kept = emulators.get(id)
    if (!kept) {
      // Some providers have another id than their module.
      if (id === 'hydra') return find('ory-hydra', settings)
      if (!isServiceId(id)) throw unknownService(id, [...emulators.keys()])
      return add(id, async () => (await services[id]()).service, uris ?? [])
    }
    if (uris) {
      kept.redirectUris.clear()
      for (const uri of uris) kept.redirectUris.add(uri)
    }
    return kept.emulator
  }

  return {
    provider: find,
    async mailService(id, settings) {
      if (!isMailServiceId(id)) throw unknownMailService(id)
      return createMailEmulator(mailServices[id], settings)
    },
    async listen(where = {}) {
      checkListenOptions(where)
      // Imported here, so that the lab itself does not depend on Node.js.
      const port = await import('./port/listen.ts')
      const register = (id: string, uri: string): void =>
        void emulators.get(id)?.redirectUris.add(uri)
      return port.listen({ emulator: find, mishaps, register, now: present }, where)
    },
    async service(service, settings = {}) {
      checkService(service)
      return add(service.id, async () => service, readRedirectUris(service.id, settings))
    },
  }
}

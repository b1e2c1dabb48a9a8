import type { Application } from './application.ts'
import { type Value, memberText, memberValue } from './value.ts'

/** A provider of the configuration, as its text says. */
export interface Provider {
  readonly id: string
  /** The last part of what is imported. */
  readonly module: string
  /** What it is imported from. */
  readonly from: string
  readonly kind: 'oauth' | 'email' | 'credentials' | 'webauthn'
  /** Its options, where they can be read. */
  readonly options?: Value
}

const MODULE = /^(?:@latchstring\/(?:core|next)|next-auth|@auth\/core)\/providers\/([\w-]+)$/

const EMAIL: ReadonlySet<string> = new Set([
  'email',
  'nodemailer',
  'resend',
  'sendgrid',
  'postmark',
  'mailgun',
  'loops',
  'forwardemail',
])

function readKind(module: string): Provider['kind'] {
  if (EMAIL.has(module)) return 'email'
  if (module === 'credentials') return 'credentials'
  return module === 'passkey' || module === 'webauthn' ? 'webauthn' : 'oauth'
}

function readProvider(value: Value): Provider | undefined {
  if (value.kind !== 'call' && value.kind !== 'name') return undefined
  const [, module] = MODULE.exec(value.from) ?? []
  if (module === undefined) return undefined
  const options =
    value.kind === 'call'
      ? (value.args[0] ??
        ({ kind: 'object', members: new Map<string, Value>(), open: false } as const))
      : undefined
  const usual = module === 'ory-hydra' ? 'hydra' : module
  return {
    id: memberText(options, 'id') ?? usual,
    module,
    from: value.from,
    kind: readKind(module),
    ...(options === undefined ? {} : { options }),
  }
}

/** The providers of an application that are in the catalogue of the library. */
export function readProviders({ configured }: Application): readonly Provider[] {
  const list = memberValue(configured?.options, 'providers')
  return list?.kind === 'list' ? list.items.flatMap((item) => readProvider(item) ?? []) : []
}

/** Whether every provider could be read from the text. */
export function readsAllProviders(application: Application): boolean {
  const list = memberValue(application.configured?.options, 'providers')
  return (
    list?.kind === 'list' && !list.open && list.items.length === readProviders(application).length
  )
}

/** The name of a variable of a provider. */
export const providerVariable = (id: string, suffix: string): string =>
  `AUTH_${id.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}_${suffix}`

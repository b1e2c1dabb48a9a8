import { type ProviderEntry, readProviderEntries } from '../provider-catalogue.ts'
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
  /** What the library says of it; missing for one of another library alone. */
  readonly entry?: ProviderEntry
  /** Its options, where they can be read. */
  readonly options?: Value
}

const MODULE = /^(?:@latchstring\/(?:core|next)|next-auth|@auth\/core)\/providers\/([\w-]+)$/

/** What is known of the providers of the library, by module. */
const readCatalogue = (): ReadonlyMap<string, ProviderEntry> =>
  new Map(readProviderEntries().map((entry) => [entry.module, entry]))

function readKind(entry: ProviderEntry | undefined): Provider['kind'] {
  const type = entry?.type ?? 'oauth'
  return type === 'oidc' ? 'oauth' : type
}

function readProvider(
  value: Value,
  catalogue: ReadonlyMap<string, ProviderEntry>,
): Provider | undefined {
  if (value.kind !== 'call' && value.kind !== 'name') return undefined
  const [, module] = MODULE.exec(value.from) ?? []
  if (module === undefined) return undefined
  const options =
    value.kind === 'call'
      ? (value.args[0] ??
        ({ kind: 'object', members: new Map<string, Value>(), open: false } as const))
      : undefined
  const entry = catalogue.get(module)
  return {
    id: memberText(options, 'id') ?? entry?.id ?? module,
    module,
    from: value.from,
    kind: readKind(entry),
    ...(entry === undefined ? {} : { entry }),
    ...(options === undefined ? {} : { options }),
  }
}

/** The providers of an application that are in the catalogue of the library. */
export function readProviders({ configured }: Application): readonly Provider[] {
  const list = memberValue(configured?.options, 'providers')
  if (list?.kind !== 'list') return []
  const catalogue = readCatalogue()
  return list.items.flatMap((item) => readProvider(item, catalogue) ?? [])
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

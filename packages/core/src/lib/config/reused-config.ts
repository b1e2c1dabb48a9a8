import { createLog, type Log } from '../logger/logger.ts'
import type { AnyConfig, ResolvedConfig } from './resolved-config.ts'

/** Where a configuration differs from a known one, and what it is by itself. */
export interface Difference {
  /** The configuration in hand, as it was when it was compared. */
  readonly input: AnyConfig
  /** Options that have other functions, or were not compared. */
  readonly changed: ReadonlySet<string>
  /** What the logger of the known one has been told. */
  readonly warned: Set<string>
  /** Resolves the configuration in hand by itself. */
  readonly resolve: () => ResolvedConfig
}

/**
 * A known configuration with the functions of another one that is alike. What is made with them is made when it is asked for,
 * so that reading a session costs nothing of it. A class, because copying a frozen object takes longer than reading a session.
 */
export class ReusedConfig implements ResolvedConfig {
  readonly #known: ResolvedConfig
  readonly #difference: Difference
  readonly callbacks: ResolvedConfig['callbacks']
  readonly events: ResolvedConfig['events']
  #log: Log | undefined
  #own: ResolvedConfig | undefined

  constructor(known: ResolvedConfig, difference: Difference) {
    const { input, changed } = difference
    this.#known = known
    this.#difference = difference
    this.callbacks = changed.has('callbacks') ? { ...input.callbacks } : known.callbacks
    this.events = changed.has('events') ? { ...input.events } : known.events
  }

  /** The configuration that knows what depends on these options. */
  #by(...options: readonly string[]): ResolvedConfig {
    const { changed, resolve } = this.#difference
    return options.some((option) => changed.has(option)) ? (this.#own ??= resolve()) : this.#known
  }

  get providers(): ResolvedConfig['providers'] {
    return this.#by('providers', 'adapter', 'logger').providers
  }

  get leftOut(): ResolvedConfig['leftOut'] {
    return this.#by('providers').leftOut
  }

  get development(): ResolvedConfig['development'] {
    return this.#known.development
  }

  get keyless(): ResolvedConfig['keyless'] {
    const { keyless } = this.#by('providers')
    return keyless && { ...keyless, input: this.#difference.input }
  }

  get provesAddresses(): boolean {
    return this.#by('providers').provesAddresses
  }

  get unlistedProxies(): ResolvedConfig['unlistedProxies'] {
    return this.#by('providers').unlistedProxies
  }

  get adapter(): ResolvedConfig['adapter'] {
    return this.#by('adapter', 'logger').adapter
  }

  get singleUseRows(): ResolvedConfig['singleUseRows'] {
    return this.#by('adapter', 'logger').singleUseRows
  }

  get proofStore(): ResolvedConfig['proofStore'] {
    return this.#by('adapter', 'logger').proofStore
  }

  get session(): ResolvedConfig['session'] {
    const { session } = this.#known
    return session.strategy === 'jwt'
      ? this.#by('session').session
      : this.#by('session', 'adapter', 'logger').session
  }

  /** What is known of a feed belongs to the adapter in hand, be it alike another one; resolving everything for it would be slow. */
  get revocation(): ResolvedConfig['revocation'] {
    const { revocation } = this.#known
    const { changed, input } = this.#difference
    if (!revocation || !changed.has('adapter') || !input.adapter) return revocation
    return { ...revocation, adapter: input.adapter }
  }

  get jwt(): ResolvedConfig['jwt'] {
    return this.#by('jwt').jwt
  }

  get migration(): ResolvedConfig['migration'] {
    return this.#by('jwt', 'migrate').migration
  }

  get limits(): ResolvedConfig['limits'] {
    return this.#by('limits', 'clientAddress', 'adapter', 'logger').limits
  }

  get application(): object {
    return this.#known.application
  }

  get log(): Log {
    const { changed, input, warned } = this.#difference
    if (!changed.has('logger')) return this.#known.log
    return (this.#log ??= createLog(input.logger, input.debug ?? false, warned))
  }

  get tellsWhy(): boolean {
    return this.#known.tellsWhy
  }

  get actionBase(): string {
    return this.#known.actionBase
  }

  get macs(): ResolvedConfig['macs'] {
    return this.#known.macs
  }

  get account(): ResolvedConfig['account'] {
    return this.#known.account
  }

  get pages(): ResolvedConfig['pages'] {
    return this.#known.pages
  }

  get theme(): ResolvedConfig['theme'] {
    return this.#known.theme
  }

  get texts(): ResolvedConfig['texts'] {
    return this.#known.texts
  }

  get origin(): ResolvedConfig['origin'] {
    return this.#known.origin
  }

  get audience(): ResolvedConfig['audience'] {
    return this.#known.audience
  }

  get csrf(): boolean {
    return this.#known.csrf
  }

  get useSecureCookies(): boolean | undefined {
    return this.#known.useSecureCookies
  }

  get secure(): ResolvedConfig['secure'] {
    return this.#known.secure
  }

  get plain(): ResolvedConfig['plain'] {
    return this.#known.plain
  }

  get redirectProxyOrigins(): ResolvedConfig['redirectProxyOrigins'] {
    return this.#known.redirectProxyOrigins
  }

  get clock(): ResolvedConfig['clock'] {
    return this.#known.clock
  }

  get steady(): ResolvedConfig['steady'] {
    return this.#known.steady
  }
}

import type { ProviderType } from './account.ts'

/** The members every provider has. */
export interface CommonProviderOptions {
  /** Is in the URLs of the provider, in the accounts made with it, and in the names of its variables. */
  readonly id: string
  /** The name on the button. */
  readonly name: string
  /** Kind of the provider. */
  readonly type: ProviderType
  /** Names of the members that the provider needs. Missing ones are reported when the configuration is resolved. */
  readonly requires?: readonly string[]
  /** Names of the options that this provider has beside those of its type. Any other is reported, because it has no effect. */
  readonly ownOptions?: readonly string[]
  /**
   * The problem of the options, in a sentence with the way to fix it. A provider that has one is left out when the
   * configuration is resolved, and the log says why.
   */
  readonly problem?: string | undefined
  /** Why the provider should not be used any more, and what in its place; logged once. */
  readonly deprecated?: string
  /** What one of its options gives up, and what to do about it; logged once. */
  readonly weakness?: string | undefined
}

/**
 * Members by which a module describes its service to the library. The options of a provider do not have them; a provider that is
 * written as an object may.
 */
export type DescriptiveMember =
  | 'type'
  | 'options'
  | 'requires'
  | 'ownOptions'
  | 'problem'
  | 'deprecated'
  | 'weakness'
  | 'derived'
  | 'variables'
  | 'protocol'
  | 'profileFromBody'
  | 'resolveIssuer'
  | 'discoveryIssuer'

/** Colours and mark of the button on the built-in sign-in page. */
export interface ProviderButtonStyle {
  /** Address of an image served by the application, or a `data:` URL. */
  readonly logo?: string
  /** CSS colour of the text. */
  readonly text?: string
  /** CSS colour of the button. */
  readonly bg?: string
  /** CSS colour of the mark. */
  readonly brandColor?: string
  /** The mark of the service in one colour: SVG path data on a grid of 24 by 24. Without one, initials are shown. */
  readonly mark?: string
}

/** One input of a sign-in form: HTML attributes and a label. */
export interface CredentialInput extends Readonly<
  Record<string, string | number | boolean | undefined>
> {
  /** Default: the word that the language of the page has for a common name such as `password`, otherwise the name. */
  readonly label?: string
  /** Type of the input, such as `password`. Default: `text`. */
  readonly type?: string
  /** Text in the empty input. Default: none. */
  readonly placeholder?: string
}

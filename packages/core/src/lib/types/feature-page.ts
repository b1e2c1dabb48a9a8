/** A field of a form. */
export interface FormField {
  /** Name of the input of the action. */
  readonly name: string
  readonly label: string
  /**
   * `code` is a short text of digits, `mail-code` one of letters and digits; `username` is a text that password managers keep beside a
   * password; `password` and `new-password` are not shown. Default: `text`.
   */
  readonly type?:
    | 'text'
    | 'code'
    | 'mail-code'
    | 'email'
    | 'username'
    | 'password'
    | 'new-password'
    | 'checkbox'
  readonly value?: string
  readonly hint?: string
  readonly optional?: true
}

/** A form that is posted to a change of the feature. */
export interface FormBlock {
  readonly kind: 'form'
  /** Word of the action. */
  readonly action: string
  readonly fields?: readonly FormField[]
  /** Inputs that the person does not see. */
  readonly hidden?: Readonly<Record<string, string>>
  /** Whose password it sets, where no field says so: password managers keep it beside the password. It is not sent. */
  readonly username?: string
  /** Label of the button. */
  readonly submit: string
}

/** An entry of a list. */
export interface ListItem {
  readonly title: string
  readonly text?: string
  /** Buttons, each with its hidden inputs. */
  readonly forms?: readonly Omit<FormBlock, 'fields'>[]
}

/**
 * A part of a page.
 *
 * - `heading`: of the blocks after it
 * - `text`: a paragraph
 * - `code`: a text to copy, such as a key
 * - `codes`: texts to print or to keep
 * - `qr`: a drawing of squares, true for dark ones, with the text that it holds for those who cannot scan it. With a `label`, a text that
 *   begins with `otpauth:` is the target of a link with that label instead, which opens an app on the same device
 * - `link`: to a page of the feature, by its word; or with `signin` to the sign-in page, unless the feature has a page with that word
 */
export type FeatureBlock =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }
  | {
      readonly kind: 'qr'
      readonly rows: readonly (readonly boolean[])[]
      readonly text: string
      readonly label?: string
    }
  | { readonly kind: 'list'; readonly items: readonly ListItem[] }
  | { readonly kind: 'link'; readonly page: string; readonly label: string }
  | FormBlock

/** A page as data: the core makes HTML of it for a person, and JSON for a script. */
export interface FeaturePage {
  readonly title: string
  readonly lead?: string
  readonly blocks: readonly FeatureBlock[]
}

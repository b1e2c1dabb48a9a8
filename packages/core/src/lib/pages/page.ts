import type { Theme } from '../types/pages.ts'
import type { Texts } from '../types/texts.ts'

/** A rendered page. */
export interface Page {
  /** The whole document. */
  readonly html: string
  /** The exact text of each `<style>` in it, for the hashes of `style-src` (CSP Level 3, section 8.3). */
  readonly styles: readonly string[]
  /** The exact text of each `<script>` in it, likewise. Most pages have none. */
  readonly scripts: readonly string[]
  /** Whether a script sends requests to the origin of the page. */
  readonly connects?: boolean
}

/** Props of every page. */
export interface PageProps {
  /** Colours and addresses that are not valid are left out. */
  readonly theme?: Theme | undefined
  /** Default: English. */
  readonly texts?: Texts | undefined
  /** Name or host of the application, as shown. */
  readonly host?: string | undefined
}

/** Where a form is sent, and its hidden fields. */
export interface FormTarget {
  readonly action: string
  /** Left out where the check of the token is off. */
  readonly csrfToken?: string | undefined
  /** Where the browser goes afterwards. */
  readonly callbackUrl?: string | undefined
}

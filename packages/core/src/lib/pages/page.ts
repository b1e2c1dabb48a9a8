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
  /** Whether a script asks the origin of the page for something. */
  readonly connects?: boolean | undefined
}

/** What every page takes. */
export interface PageProps {
  /** Colours and addresses that are not valid are left out. It never changes. */
  readonly theme?: Theme | undefined
  /** Default: English. */
  readonly texts?: Texts | undefined
  /** Host of the application, shown to the person. */
  readonly host?: string | undefined
}

/** Where a form sends what it carries. */
export interface FormTarget {
  readonly action: string
  /** Left out where the check of the token is off. */
  readonly csrfToken?: string | undefined
  /** Where the browser ends up. */
  readonly callbackUrl?: string | undefined
}

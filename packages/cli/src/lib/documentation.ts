import { readOwnManifest } from './version.ts'
import { SITE_PAGES } from './site-pages.ts'

/** Addresses in the package.json of a release; that of the sources has none. */
interface Published {
  readonly homepage?: string | undefined
  readonly repository?: string | undefined
}

/** A page of the documentation, as messages name it. */
const PAGE = /(?<![\w./-])(docs\/(?:providers\/)?[\w-]+\.md\b)(#[\w-]+)?/g

/** Where a page can be opened: on the site, or else in the repository. */
function addressOf(page: string, anchor: string, { homepage, repository }: Published): string {
  const provider = page.startsWith('docs/providers/') ? page.slice(5, -3) : undefined
  const path = SITE_PAGES[page] ?? (provider === undefined ? undefined : `${provider}.html`)
  // Without a site, it is the README of the package.
  const site = homepage?.endsWith('#readme') === true ? undefined : homepage
  if (site !== undefined && path !== undefined) {
    return `${site.replace(/\/$/, '')}/${path}${anchor}`
  }
  const code = /^git\+(https:\/\/.+)\.git$/.exec(repository ?? '')?.[1]
  return code === undefined ? `${page}${anchor}` : `${code}/blob/main/${page}${anchor}`
}

/**
 * A text in which pages of the documentation are addresses that open, and no paths of a repository that its reader may not have.
 *
 * @param published - Default: what the package.json of this program says
 */
export function withAddresses(text: string, published: Published = readPublished()): string {
  return text.replaceAll(PAGE, (_found, page: string, anchor: string | undefined) =>
    addressOf(page, anchor ?? '', published),
  )
}

function readPublished(): Published {
  const { homepage, repository } = readOwnManifest()
  const isText = (value: unknown): value is string => typeof value === 'string'
  const url: unknown =
    typeof repository === 'object' && repository !== null && 'url' in repository
      ? repository.url
      : undefined
  return {
    ...(isText(homepage) && { homepage }),
    ...(isText(url) && { repository: url }),
  }
}

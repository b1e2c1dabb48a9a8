import { broken, type Finding } from '../../doctor/finding.ts'

type Redirect = (params: { readonly url: string; readonly baseUrl: string }) => unknown

const HOME = 'https://app.example.com'

/** Where strangers would like to send people who have just signed in. */
const STRANGERS = ['https://attacker.example/', `${HOME}.attacker.example/`]

async function ask(redirect: Redirect, url: string): Promise<URL | undefined> {
  try {
    const result: unknown = await redirect({ url, baseUrl: HOME })
    return typeof result === 'string' && URL.canParse(result, HOME)
      ? new URL(result, HOME)
      : undefined
  } catch {
    // What throws leads to the home page, and is told where a flow meets it.
    return undefined
  }
}

/** Whether the `redirect` callback lets a stranger decide where people go after they have signed in. */
export async function findOpenRedirect(
  callbacks: object,
  file: string,
): Promise<readonly Finding[]> {
  const redirect: unknown = Reflect.get(callbacks, 'redirect')
  if (typeof redirect !== 'function') return []
  for (const url of STRANGERS) {
    // A callback as the application has it.
    const to = await ask(redirect as Redirect, url)
    if (to === undefined || !to.hostname.endsWith('attacker.example')) continue
    return [
      broken({
        id: 'redirect-open',
        what: `The callback \`redirect\` returns ${url} for an application at ${HOME}.`,
        why: 'A link to the sign-in page can name any address, so that strangers send people who have just signed in to a page that looks like yours.',
        fix: 'Compare origins, not how texts begin: return `url` where new URL(url, baseUrl).origin is that of `baseUrl`, and `baseUrl` otherwise.',
        docs: 'docs/callbacks-and-events.md#redirect-where-may-the-browser-go',
        file,
      }),
    ]
  }
  return []
}

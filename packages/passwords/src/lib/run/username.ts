import type {
  ChangeAnswer,
  ChangeContext,
  FeatureBlock,
  PageAnswer,
  PageContext,
} from '@latchstring/core/features'
import type { Parts } from '../parts.ts'
import { chooseName, readHash, readUsername } from '../store.ts'
import { donePage, textOf } from './shared.ts'

/** The page on which a user chooses a username. */
export const showName =
  (parts: Parts) =>
  async ({ text, user, records }: PageContext): Promise<PageAnswer> => {
    if (!user) return { refused: 'gone' }
    const value = await readUsername(parts, records, user.id)
    const field = {
      name: 'username',
      type: 'username',
      label: text('username'),
      hint: text('usernameHint'),
    } as const
    return {
      page: {
        title: text('usernameTitle'),
        blocks: [
          {
            kind: 'form',
            action: 'username',
            fields: [value === null ? field : { ...field, value }],
            submit: text('usernameSave'),
          },
        ],
      },
    }
  }

/** The action of the form. */
export async function username(context: ChangeContext): Promise<ChangeAnswer> {
  const { user, inputs, records, text } = context
  if (!user) return { refused: 'gone' }
  const taken = await chooseName(records, user.id, textOf(inputs['username']))
  if (taken === 'done') return donePage(text('usernameSaved'))
  return taken === 'no-user' ? { refused: 'gone' } : { refused: taken, page: 'name' }
}

/** The part of the account page. */
export const showAccount =
  (parts: Parts) =>
  async ({ text, user, records }: PageContext): Promise<readonly FeatureBlock[]> => {
    if (!user) return []
    const hash = await readHash(records, user.id)
    const blocks: FeatureBlock[] = [
      { kind: 'heading', text: text('password') },
      { kind: 'text', text: text(hash ? 'passwordOn' : 'passwordOff') },
      { kind: 'link', page: 'edit', label: text(hash ? 'change' : 'set') },
    ]
    if (!parts.settings.username) return blocks
    const name = await readUsername(parts, records, user.id)
    if (name !== null) blocks.push({ kind: 'text', text: text('yourUsername', { name }) })
    const label = text(name === null ? 'usernameTitle' : 'changeUsername')
    return [...blocks, { kind: 'link', page: 'name', label }]
  }

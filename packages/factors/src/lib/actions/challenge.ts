import type {
  ChangeAnswer,
  ChangeContext,
  PageAnswer,
  PageContext,
} from '@latchstring/core/features'
import { appsOf, spendCode } from '../apps.ts'
import { spendBackupCode } from '../codes.ts'
import { notify } from '../notices.ts'
import type { Settings } from '../options.ts'
import { entryOf, SHOWN, userOf } from '../person.ts'
import { tryCode } from '../tries.ts'

/** Asks for the code of an app. */
export const challengePage =
  ({ issuer }: Pick<Settings, 'issuer'>) =>
  ({ text, site, user }: PageContext): PageAnswer => ({
    page: {
      title: text('challengeTitle'),
      lead: text('challengeLead', { name: entryOf(issuer ?? site, user) }),
      blocks: [
        {
          kind: 'form',
          action: 'check',
          fields: [{ name: 'code', label: text('code'), type: 'code' }],
          submit: text('verify'),
        },
        { kind: 'link', page: 'backup', label: text('useBackup') },
        { kind: 'link', page: 'signin', label: text('usePasskey') },
      ],
    },
  })

/** Takes the code of an app. */
export async function checkCode(context: ChangeContext): Promise<ChangeAnswer> {
  const tried = await tryCode(context, 'app', () =>
    spendCode(context, userOf(context).id, String(context.inputs['code'])),
  )
  if (typeof tried === 'object') return tried
  return tried ? { passed: SHOWN } : { refused: 'wrong', page: 'challenge' }
}

/** Asks for a backup code. */
export function backupPage({ text }: PageContext): PageAnswer {
  return {
    page: {
      title: text('useBackup'),
      lead: text('backupLead'),
      blocks: [
        {
          kind: 'form',
          action: 'recover',
          fields: [{ name: 'code', label: text('backupCode') }],
          submit: text('verify'),
        },
        { kind: 'link', page: 'challenge', label: text('useApp') },
        { kind: 'text', text: text('lost') },
      ],
    },
  }
}

/** Takes a backup code. What others have of the account may be theirs who have the app: those sessions end. */
export const recover =
  (settings: Settings) =>
  async (context: ChangeContext): Promise<ChangeAnswer> => {
    const { id } = userOf(context)
    // Codes count beside an app: a step to set one up takes none.
    const apps = await appsOf(context, id)
    const tried = await tryCode(
      context,
      'backup',
      async () =>
        apps.length > 0 && (await spendBackupCode(context, id, String(context.inputs['code']))),
    )
    if (typeof tried === 'object') return tried
    if (!tried) return { refused: 'backup-wrong', page: 'backup' }
    await notify(context, settings, id, 'recovered')
    return { passed: SHOWN, ends: 'recovery-used' }
  }

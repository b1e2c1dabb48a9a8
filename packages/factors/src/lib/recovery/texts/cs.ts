import type { RecoveryTexts } from './en.ts'

export const cs: RecoveryTexts = {
  locale: 'cs',
  lostBoth: 'Nemám už aplikaci ani záložní kódy',
  lostTitle: 'Nahradit ztracenou aplikaci',
  lostLead:
    'Pošleme vám odkaz e-mailem. Po jeho otevření začne čekací doba. Novou aplikaci můžete nastavit od {date}.',
  lostTold:
    'Každý přihlášený prohlížeč žádost zobrazí a může ji zrušit. Zruší ji i přihlášení pomocí aplikace nebo záložního kódu.',
  lostSend: 'Poslat mi odkaz',
  lostSent: 'Zkontrolujte e-mail. Otevřete odkaz nebo sem zadejte kód.',
  lostByMail:
    'Toto přihlášení proběhlo e-mailem. Chcete-li nahradit aplikaci, použijte jiný způsob přihlášení.',
  lostConfirm:
    'Novou aplikaci můžete nastavit od {date}. Do té doby vaše staré aplikace a záložní kódy fungují.',
  proofSubject: 'Potvrďte ztrátu aplikace',
  proofLead:
    'Někdo se přihlásil k vašemu účtu a uvedl, že ověřovací aplikace a záložní kódy jsou ztracené. Nebyli jste to vy? Odkaz nepoužívejte a změňte si heslo.',
  proofButton: 'Pokračovat',
  proofIgnore: 'Odkaz ani kód nikomu nesdělujte.',
  request: 'Požádat o novou aplikaci',
  running:
    'Byla podána žádost o novou ověřovací aplikaci. Od {date} se můžete přihlásit a nastavit ji. Vaše staré aplikace a záložní kódy pak přestanou fungovat.',
  askedSubject: 'Pro váš účet byla podána žádost o novou ověřovací aplikaci',
  cancel: 'Zrušit žádost',
  cancelNone: 'Neprobíhá žádná žádost o novou aplikaci.',
  cancelledSubject: 'Žádost o novou ověřovací aplikaci byla zrušena',
  replaceTitle: 'Nastavit novou aplikaci',
  replaceLead:
    'Vaše staré aplikace a záložní kódy přestanou fungovat a všechny prohlížeče budou odhlášeny.',
  foundLead:
    'Máte přece jen svou aplikaci nebo záložní kód? Přihlaste se zadáním kódu. Žádost se tím zruší.',
  foundCode: '6místný nebo záložní kód',
  replacedLead:
    'Aplikace byla nahrazena a všechny prohlížeče byly odhlášeny. Přihlaste se pomocí nové aplikace.',
  signIn: 'Přihlásit se',
  replacedSubject: 'Vaše ověřovací aplikace a záložní kódy byly nahrazeny',
}

import type { LeavingTexts } from './en.ts'

export const texts: LeavingTexts = {
  locale: 'sv',
  data: 'Ladda ner mina uppgifter',
  dataLead:
    'En fil med det vi sparar om dig: ditt konto, dina inloggningsmetoder och var du är inloggad.',
  download: 'Ladda ner',
  delete: 'Radera mitt konto',
  deleteLead:
    'Ditt konto, dina inloggningsmetoder och det vi sparar om dig raderas. Du loggas ut överallt.',
  until:
    'Du kan ångra dig till den {date}: logga in och behåll ditt konto. Därefter går det inte att ångra.',
  atOnce: 'Det sker direkt och går inte att ångra.',
  sure: 'Jag vill radera mitt konto',
  unsure: 'Markera rutan för att radera ditt konto.',
  leaving: 'Ditt konto raderas den {date}',
  signedOut: 'Du är utloggad överallt. Logga in före den {date} för att behålla ditt konto.',
  deleted: 'Ditt konto har raderats.',
  keep: 'Behåll mitt konto',
  kept: 'Behålla ditt konto?',
  leave: 'Behåll inte',
  unchanged: 'Inget har ändrats',
  unchangedText: 'Ditt konto raderas. Logga in igen för att behålla det.',
  begun: 'Det här kontot håller på att raderas.',
  notNow: 'Ditt konto kan inte raderas just nu. {why}',
}

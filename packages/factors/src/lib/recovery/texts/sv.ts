import type { RecoveryTexts } from './en.ts'

export const sv: RecoveryTexts = {
  locale: 'sv',
  lostBoth: 'Jag har förlorat min app och mina reservkoder',
  lostTitle: 'Byt ut en förlorad app',
  lostLead:
    'Vi skickar en länk med e-post. När du har öppnat den börjar en väntetid. Från {date} kan du konfigurera en ny app.',
  lostTold:
    'Varje inloggad webbläsare visar begäran och kan avbryta den. En inloggning med din app eller en reservkod avbryter den också.',
  lostSend: 'Skicka en länk till mig',
  lostSent: 'Kontrollera din e-post. Öppna länken eller ange koden här.',
  lostByMail:
    'Du har loggat in med e-post. Använd en annan inloggningsmetod för att byta ut din app.',
  lostConfirm:
    'Från {date} kan du konfigurera en ny app. Fram till dess fungerar dina gamla appar och reservkoder.',
  proofSubject: 'Bekräfta att du har förlorat din app',
  proofLead:
    'Någon har loggat in på ditt konto och uppgett att autentiseringsappen och reservkoderna är förlorade. Var det inte du? Använd inte länken och byt lösenord.',
  proofButton: 'Fortsätt',
  proofIgnore: 'Dela aldrig länken eller koden med någon.',
  request: 'Begär en ny app',
  running:
    'En ny autentiseringsapp har begärts. Logga in från {date} för att konfigurera den. Dina gamla appar och reservkoder slutar då att fungera.',
  askedSubject: 'En ny autentiseringsapp har begärts för ditt konto',
  cancel: 'Avbryt begäran',
  cancelNone: 'Det finns ingen pågående begäran om en ny app.',
  cancelledSubject: 'Begäran om en ny autentiseringsapp avbröts',
  replaceTitle: 'Konfigurera en ny app',
  replaceLead:
    'Dina gamla appar och reservkoder slutar att fungera, och alla webbläsare loggas ut.',
  foundLead:
    'Har du ändå kvar din app eller en reservkod? Ange en kod för att logga in. Begäran avbryts då.',
  foundCode: '6-siffrig kod eller reservkod',
  replacedLead:
    'Din app har bytts ut och alla webbläsare har loggats ut. Logga in med din nya app.',
  signIn: 'Logga in',
  replacedSubject: 'Din autentiseringsapp och dina reservkoder har bytts ut',
}

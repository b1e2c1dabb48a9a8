import type { RecoveryTexts } from './en.ts'

export const de: RecoveryTexts = {
  locale: 'de',
  lostBoth: 'Ich habe App und Backup-Codes verloren',
  lostTitle: 'Verlorene App ersetzen',
  lostLead:
    'Wir senden Ihnen einen Link per E-Mail. Nachdem Sie ihn geöffnet haben, beginnt eine Wartezeit. Ab {date} können Sie eine neue App einrichten.',
  lostTold:
    'Jeder angemeldete Browser zeigt die Anfrage an und kann sie abbrechen. Auch eine Anmeldung mit Ihrer App oder einem Backup-Code bricht sie ab.',
  lostSend: 'Link per E-Mail senden',
  lostSent: 'Prüfen Sie Ihren Posteingang. Öffnen Sie den Link oder geben Sie den Code hier ein.',
  lostByMail:
    'Sie haben sich per E-Mail angemeldet. Verwenden Sie eine andere Anmeldemethode, um Ihre App zu ersetzen.',
  lostConfirm:
    'Ab {date} können Sie eine neue App einrichten. Bis dahin funktionieren Ihre alten Apps und Backup-Codes.',
  proofSubject: 'Bestätigen Sie, dass Sie Ihre App verloren haben',
  proofLead:
    'Jemand hat sich bei Ihrem Konto angemeldet und angegeben, dass Authenticator-App und Backup-Codes verloren sind. Waren Sie das nicht? Verwenden Sie den Link nicht und ändern Sie Ihr Passwort.',
  proofButton: 'Weiter',
  proofIgnore: 'Geben Sie Link und Code niemals weiter.',
  request: 'Neue App anfordern',
  running:
    'Eine neue Authenticator-App wurde angefordert. Melden Sie sich ab {date} an, um sie einzurichten. Ihre alten Apps und Backup-Codes funktionieren dann nicht mehr.',
  askedSubject: 'Für Ihr Konto wurde eine neue Authenticator-App angefordert',
  cancel: 'Anfrage abbrechen',
  cancelNone: 'Es läuft keine Anfrage für eine neue App.',
  cancelledSubject: 'Die Anfrage für eine neue Authenticator-App wurde abgebrochen',
  replaceTitle: 'Neue App einrichten',
  replaceLead:
    'Ihre alten Apps und Backup-Codes funktionieren dann nicht mehr, und alle Browser werden abgemeldet.',
  foundLead:
    'Sie haben Ihre App oder einen Backup-Code doch noch? Geben Sie einen Code ein, um sich anzumelden. Die Anfrage wird dann abgebrochen.',
  foundCode: '6-stelliger Code oder Backup-Code',
  replacedLead:
    'Ihre App wurde ersetzt, und alle Browser wurden abgemeldet. Melden Sie sich mit Ihrer neuen App an.',
  signIn: 'Anmelden',
  replacedSubject: 'Ihre Authenticator-App und Ihre Backup-Codes wurden ersetzt',
}

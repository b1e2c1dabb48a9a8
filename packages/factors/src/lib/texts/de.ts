import type { Translation } from './en.ts'

export const de: Translation = {
  title: 'Bestätigung in zwei Schritten',
  off: 'Aus. Fügen Sie einen zweiten Schritt hinzu, um Ihr Konto zu schützen.',
  turnOn: 'Aktivieren',
  scan: 'Scannen Sie diesen QR-Code mit Ihrer Authenticator-App.',
  open: 'In der Authenticator-App öffnen',
  manual: 'Scannen nicht möglich? Geben Sie diesen Schlüssel ein:',
  code: '6-stelliger Code',
  label: 'Name der App',
  verifyAndTurnOn: 'Prüfen und aktivieren',
  wrong: 'Dieser Code ist nicht korrekt. Geben Sie den neuesten Code aus Ihrer App ein.',
  expired: 'Diese Einrichtung ist abgelaufen. Beginnen Sie von vorn.',
  again: 'Gleichzeitig wurde etwas geändert. Versuchen Sie es erneut.',
  app: 'Authenticator-App',
  addApp: 'Authenticator-App hinzufügen',
  full: 'Mehr Authenticator-Apps sind nicht möglich. Entfernen Sie zuerst eine.',
  remove: 'Entfernen',
  removeTitle: '{name} entfernen?',
  removeLead: 'Sie können sich dann nicht mehr mit den Codes dieser App anmelden.',
  turnOff: 'Bestätigung in zwei Schritten deaktivieren',
  turnOffLead: 'Ihr Konto ist dann nur noch durch Ihre Anmeldemethode geschützt.',
  needed:
    'Für Ihr Konto ist die Bestätigung in zwei Schritten erforderlich. Fügen Sie zuerst eine andere Authenticator-App hinzu.',
  rename: 'Umbenennen',
  renameApp: 'Namen speichern',
  challengeTitle: 'Code eingeben',
  challengeLead:
    'Öffnen Sie Ihre Authenticator-App und geben Sie den 6-stelligen Code für {name} ein.',
  verify: 'Bestätigen',
  useApp: 'Authenticator-App verwenden',
  useBackup: 'Backup-Code verwenden',
  usePasskey: 'Andere Anmeldemethode verwenden, z. B. einen Passkey',
  lost: 'Keinen Zugriff mehr auf eine der Methoden? Wenden Sie sich an den Administrator der Website.',
  enrolLead:
    'Für Ihr Konto ist ein zweiter Schritt erforderlich. Richten Sie eine Authenticator-App ein, um fortzufahren.',
  enrolled:
    'Die Bestätigung in zwei Schritten wurde inzwischen aktiviert. Melden Sie sich erneut an.',
  codesTitle: 'Speichern Sie Ihre Backup-Codes',
  codesLead:
    'Jeder Code funktioniert einmal, wenn Sie Ihre Authenticator-App nicht verwenden können. Sie werden nicht noch einmal angezeigt.',
  codesSaved: 'Ich habe diese Codes gespeichert',
  codesLeft: 'Verbleibende Backup-Codes: {count}',
  codesLow: 'Ihre Backup-Codes gehen zur Neige. Erstellen Sie neue.',
  codesRenew: 'Neue Codes erstellen',
  codesRenewLead: 'Ihre alten Codes funktionieren dann nicht mehr.',
  backupCodes: 'Backup-Codes',
  backupCode: 'Backup-Code',
  backupLead:
    'Geben Sie einen Ihrer gespeicherten Codes ein. App verloren? Nach der Anmeldung können Sie sie auf Ihrer Kontoseite ersetzen.',
  backupWrong: 'Dieser Backup-Code ist nicht korrekt oder wurde bereits verwendet.',
  confirmTitle: 'Bestätigen Sie, dass Sie es sind',
  confirmLead: 'Bestätigen Sie zum Schutz Ihres Kontos Ihre Identität, um fortzufahren.',
  confirmLost:
    'Sie können Ihre App nicht verwenden? Melden Sie sich ab und dann mit einem Backup-Code an.',
  addedSubject: 'Ihrem Konto wurde eine Authenticator-App hinzugefügt',
  removedSubject: 'Eine Authenticator-App wurde aus Ihrem Konto entfernt',
  recoveredSubject: 'Ein Backup-Code wurde zur Anmeldung verwendet',
  renewedSubject: 'Neue Backup-Codes wurden erstellt',
  notYou:
    'Waren Sie das nicht? Sichern Sie Ihr Konto: Melden Sie sich an und entfernen Sie alles, was Sie nicht kennen.',
  secure: 'Konto sichern',
}

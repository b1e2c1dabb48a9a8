<?php
// Hashes of passwords by PHP: bcrypt, Argon2 where it is built in, and what WordPress 6.8 makes of bcrypt.
$passwords = json_decode(file_get_contents(__DIR__ . '/passwords.json'));
$vectors = ['php-bcrypt' => [], 'wordpress' => []];
foreach ($passwords as $index => $password) {
    $cost = ['cost' => $index === 0 ? 12 : 4];
    $vectors['php-bcrypt'][] = password_hash($password, PASSWORD_BCRYPT, $cost);
    $prepared = base64_encode(hash_hmac('sha384', $password, 'wp-sha384', true));
    $vectors['wordpress'][] = '$wp' . password_hash($prepared, PASSWORD_BCRYPT, $cost);
}
echo json_encode($vectors);

<?php
// Receives alerts of Balkan Lightning, with PHP 8 alone, behind your web server. To try it:
// SECRET=whsec_… STATE=state.json php -S 127.0.0.1:8080 webhook-receiver.php

/** Yours. If it throws, the message is sent again. */
function act(string $type, array $data): void
{
    $level = $data['unknown'] ? "unknown, last {$data['level']}" : $data['level'];
    file_put_contents('php://stderr', "$type $level {$data['title']}\n");
}

/** Standard Webhooks, over the raw body: parsed and written again it would be other bytes. */
function is_ours(string $id, string $sent, string $signatures, string $body): bool
{
    $key = base64_decode(substr((string) getenv('SECRET'), strlen('whsec_')));
    if ($key === '' || !ctype_digit($sent) || abs(time() - (int) $sent) > 300) {
        return false;
    }
    $wanted = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$sent.$body", $key, true));
    foreach (explode(' ', $signatures) as $given) {
        if (hash_equals($wanted, $given)) {
            return true;
        }
    }
    return false;
}

/** A message may come twice, and an older one after a newer: both are taken, and neither is acted upon. */
function take(string $id, array $message): void
{
    $file = fopen(getenv('STATE') ?: sys_get_temp_dir() . '/balkan-lightning.json', 'c+');
    flock($file, LOCK_EX);
    $state = json_decode(stream_get_contents($file), true) ?? ['seen' => [], 'changes' => []];
    if (in_array($id, $state['seen'], true)) {
        return;
    }
    $data = $message['data'];
    $area = $data['areaId'] ?? '';
    $newest = $state['changes'][$area] ?? 0;
    if ($area === '' || $data['change'] >= $newest) {
        act($message['type'], $data);
    }
    $state['seen'] = array_slice([...$state['seen'], $id], -10000);
    if ($area !== '') {
        $state['changes'][$area] = max($data['change'], $newest);
    }
    ftruncate($file, 0);
    rewind($file);
    fwrite($file, json_encode($state));
    fclose($file);
}

header('content-type: application/json');
$body = file_get_contents('php://input');
[$id, $sent, $signatures] = array_map(
    fn ($name) => $_SERVER["HTTP_WEBHOOK_$name"] ?? '',
    ['ID', 'TIMESTAMP', 'SIGNATURE'],
);
if (!is_ours($id, $sent, $signatures, $body)) {
    http_response_code(401);
    exit('{}');
}
$message = json_decode($body, true);
if (isset($message['data']['challenge'])) {
    exit(json_encode(['challenge' => $message['data']['challenge']]));
}
try {
    take($id, $message);
    echo '{}';
} catch (Throwable) {
    http_response_code(500);
    echo '{}';
}

import type { NamespaceRecipeTranslation } from '#texts/made/i18n-types.ts';

const recipe = {
  homeAssistant: {
    does: 'Молнии в пределах 25 км за полчаса, расстояние до ближайшей и уведомление, если она ближе 10 км.',
    use: 'Впишите своё место в двух строках. Для Home Assistant 2024.10 и новее.',
    dead: 'Если данные старше двух минут или неполные, оба датчика «недоступны» (unavailable), но не 0.',
    caption: 'Для configuration.yaml',
  },
  nodeRed: {
    does: 'Раз в минуту «lightning», «quiet» или «unknown» (молнии, тихо, нет данных), число и расстояние; на отдельном выходе — только перемены.',
    use: 'Впишите своё место в узле «ask».',
    dead: 'Если данные старше двух минут, неполные или ответа нет, приходит «unknown».',
    caption: 'Поток для Node-RED',
  },
  grafana: {
    does: 'Молнии за каждые десять минут, карта последнего часа и до какого времени данные полные.',
    use: 'Нужен источник данных Infinity. Свой прямоугольник впишите в поле сверху.',
    dead: 'Нет столбика — нет данных, 0 — молний не было. Пока данных нет, в «Feed» видна ошибка.',
    caption: 'Панель для Grafana',
  },
  mqtt: {
    does: 'Мост к вашему брокеру MQTT: молнии в пределах 25 км и их число за полчаса.',
    use: 'Нужны Node 24 и наш клиент на TypeScript. Home Assistant находит датчики сам.',
    dead: 'Пока данные не «live» или полчаса неполные, датчики «недоступны» (unavailable), но не 0.',
    caption: 'Мост на TypeScript',
  },
  tried: 'Node-RED проверен в самой программе (4.1.15), Home Assistant и Grafana — пока только на настоящих ответах.',
  key: 'Home Assistant, Node-RED и MQTT запрашивают последние полчаса: это можно попробовать без ключа. Для Grafana ключ нужен. Передавайте его в заголовке {header}.',
} satisfies NamespaceRecipeTranslation;

export default recipe;

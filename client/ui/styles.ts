// Mantine's styles are in a cascade layer, so our rules win whatever the order of the chunks.
// A page that uses another Mantine component imports that component's `.layer.css` itself.
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Input.layer.css';
import './fonts.css';
import './tokens.css';
import './base.css';

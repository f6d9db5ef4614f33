// Mantine's own styles live in its cascade layer, so every rule of ours wins whatever the order of chunks.
// A page that uses a further Mantine component imports that component's `.layer.css` beside it.
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Input.layer.css';
import './fonts.css';
import './tokens.css';
import './base.css';

//! Renderers: findings as text for people and as data for tools, one file each.

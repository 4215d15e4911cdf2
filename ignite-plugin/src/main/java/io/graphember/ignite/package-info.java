// SPDX-License-Identifier: Apache-2.0
/**
 * Graphember as an Ignite plugin: the provider that Ignite finds, its configuration bean, what
 * {@code Ignite.plugin("Graphember")} gives. The only module that knows both Ignite and the
 * algorithms.
 */
@NullMarked
package io.graphember.ignite;

import org.jspecify.annotations.NullMarked;

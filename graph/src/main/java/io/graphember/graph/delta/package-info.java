// SPDX-License-Identifier: Apache-2.0
/**
 * What a version changes of partitions that it takes over from the version that it adds to. Knows
 * neither how partitions are stored nor who changes them.
 */
@NullMarked
package io.graphember.graph.delta;

import org.jspecify.annotations.NullMarked;

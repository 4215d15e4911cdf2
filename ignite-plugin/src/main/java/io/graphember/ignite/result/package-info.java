// SPDX-License-Identifier: Apache-2.0
/** How many bytes the caches of results take on the nodes, and lists of results with them. */
@NullMarked
package io.graphember.ignite.result;

import org.jspecify.annotations.NullMarked;

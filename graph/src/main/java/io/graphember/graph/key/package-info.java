// SPDX-License-Identifier: Apache-2.0
/** From the user's vertex keys to numbers and back. */
@NullMarked
package io.graphember.graph.key;

import org.jspecify.annotations.NullMarked;

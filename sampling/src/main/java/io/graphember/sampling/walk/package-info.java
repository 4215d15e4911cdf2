// SPDX-License-Identifier: Apache-2.0
/** Random walks. */
@NullMarked
package io.graphember.sampling.walk;

import org.jspecify.annotations.NullMarked;

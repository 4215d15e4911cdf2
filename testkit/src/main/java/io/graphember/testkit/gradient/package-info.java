// SPDX-License-Identifier: Apache-2.0
/** Checks of gradients against differences of the function itself. */
@NullMarked
package io.graphember.testkit.gradient;

import org.jspecify.annotations.NullMarked;

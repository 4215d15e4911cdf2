// SPDX-License-Identifier: Apache-2.0
/**
 * What everything else agrees on: counter-based random numbers and the flag that asks work to stop.
 *
 * <p>Extension points live in the sub-packages, one each. Nothing here depends on anything but the
 * JDK.
 */
@NullMarked
package io.graphember.spi;

import org.jspecify.annotations.NullMarked;

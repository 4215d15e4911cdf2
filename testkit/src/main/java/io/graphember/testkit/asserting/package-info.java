// SPDX-License-Identifier: Apache-2.0
/**
 * A backend around any other that fails where its callers do not keep the contract of {@link
 * io.graphember.spi.backend.ModelSession}. Tests run inside it.
 */
@NullMarked
package io.graphember.testkit.asserting;

import org.jspecify.annotations.NullMarked;

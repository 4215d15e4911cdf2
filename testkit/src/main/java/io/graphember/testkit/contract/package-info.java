// SPDX-License-Identifier: Apache-2.0
/** Abstract tests that an implementor of an SPI extends; a green run means the contract is kept. */
@NullMarked
package io.graphember.testkit.contract;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/** Tests of what both sides of the backend boundary rely on. */
package io.graphember.spi.backend;
